// The list of a field with choices, which stays open and beside its field while the page or a window is scrolled.
import { useContext, useEffect, useRef, type ReactNode } from 'react';
import { ComboBoxStateContext, ListBox, Popover } from 'react-aria-components';

interface OptionsParts<T extends object> {
  readonly children: (one: T) => ReactNode;
}

export function Options<T extends object>({ children }: OptionsParts<T>): ReactNode {
  const state = useContext(ComboBoxStateContext);
  const isOpen = state?.isOpen ?? false;
  const isScrolled = useRef(false);
  // The popover closes whenever something around its field is scrolled, and browsers scroll by themselves: to show a field at the edge
  // of the window that was focused or typed into. This hears of it first, since it listens before the popover is there.
  useEffect(() => {
    const note = ({ target }: Event): void => {
      if (target instanceof HTMLInputElement) return;
      isScrolled.current = true;
      requestAnimationFrame(() => (isScrolled.current = false));
    };
    addEventListener('scroll', note, true);
    return () => removeEventListener('scroll', note, true);
  }, []);
  // What is loaded above the field moves it, too.
  useEffect(() => {
    if (!isOpen) return;
    const watcher = new ResizeObserver(placeAgain);
    watcher.observe(document.body);
    return () => watcher.disconnect();
  }, [isOpen]);
  return (
    <Popover
      className="popover"
      isOpen={isOpen}
      onOpenChange={() => (isScrolled.current ? placeAgain() : state?.close())}
    >
      <ListBox<T> className="options">{children}</ListBox>
    </Popover>
  );
}

// Popovers are placed again when the window is resized.
function placeAgain(): void {
  dispatchEvent(new Event('resize'));
}
