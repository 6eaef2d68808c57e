// The worker of Monaco that every editor shares.
import 'monaco-editor/esm/vs/editor/editor.worker.js';
