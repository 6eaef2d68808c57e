// CodeMirror for texts that are more than a line: Markdown, templates and JSON, kept as they are typed.
import { defaultKeymap, history, historyKeymap } from '@codemirror/commands';
import { json } from '@codemirror/lang-json';
import { markdown } from '@codemirror/lang-markdown';
import { HighlightStyle, syntaxHighlighting } from '@codemirror/language';
import { Compartment, EditorState } from '@codemirror/state';
import { EditorView, keymap } from '@codemirror/view';
import { tags } from '@lezer/highlight';
import { useEffect, useRef, type ReactNode } from 'react';

/** What is written in it. */
export type EditorLanguage = 'markdown' | 'json' | 'plain';

export interface EditorParts {
  readonly label: string;
  readonly value: string;
  readonly language: EditorLanguage;
  readonly isDisabled?: boolean;
  readonly describedBy?: string;
  readonly onChange: (value: string) => void;
}

const colors = HighlightStyle.define([
  { tag: tags.heading, fontWeight: '700' },
  { tag: tags.strong, fontWeight: '700' },
  { tag: tags.emphasis, fontStyle: 'italic' },
  { tag: [tags.link, tags.url, tags.propertyName], color: 'var(--accent)' },
  { tag: [tags.monospace, tags.processingInstruction, tags.quote], color: 'var(--soft)' },
]);

const look = EditorView.theme({
  '&': { fontSize: '0.95rem', maxHeight: '32rem' },
  '.cm-scroller': { fontFamily: 'ui-monospace, Menlo, Consolas, monospace', lineHeight: '1.5' },
  '.cm-content': { minHeight: '3rem', caretColor: 'var(--ink)' },
  '.cm-cursor': { borderLeftColor: 'var(--ink)' },
  '&.cm-focused': { outline: 'none' },
});

const nonce = document.querySelector<HTMLMetaElement>('meta[property=csp-nonce]')?.nonce ?? '';

function languageOf(language: EditorLanguage) {
  if (language === 'markdown') return markdown();
  return language === 'json' ? json() : [];
}

export function Editor({ label, value, language, isDisabled = false, describedBy, onChange }: EditorParts): ReactNode {
  const place = useRef<HTMLDivElement>(null);
  const view = useRef<EditorView>(null);
  const editable = useRef(new Compartment());
  const latest = useRef(onChange);
  latest.current = onChange;
  useEffect(() => {
    if (!place.current) return;
    const made = new EditorView({
      parent: place.current,
      state: EditorState.create({
        doc: value,
        extensions: [
          EditorView.cspNonce.of(nonce),
          history(),
          keymap.of([...defaultKeymap, ...historyKeymap]),
          languageOf(language),
          syntaxHighlighting(colors),
          EditorView.lineWrapping,
          look,
          EditorView.contentAttributes.of({
            'aria-label': label,
            ...(describedBy ? { 'aria-describedby': describedBy } : {}),
          }),
          editable.current.of([]),
          EditorView.updateListener.of((update) => {
            if (update.docChanged) latest.current(update.state.doc.toString());
          }),
        ],
      }),
    });
    view.current = made;
    return () => made.destroy();
    // The editor lives as long as its place does; its text is its own from then on.
  }, [label, language, describedBy]);
  useEffect(() => {
    view.current?.dispatch({
      effects: editable.current.reconfigure([EditorView.editable.of(!isDisabled), EditorState.readOnly.of(isDisabled)]),
    });
  }, [isDisabled]);
  // What came from elsewhere takes the place of the text.
  useEffect(() => {
    const held = view.current;
    if (!held || held.state.doc.toString() === value) return;
    held.dispatch({ changes: { from: 0, to: held.state.doc.length, insert: value } });
  }, [value]);
  return <div ref={place} className="editor" />;
}
