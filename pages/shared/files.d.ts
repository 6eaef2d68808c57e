// Files that the build turns into modules.
declare module '*.graphql' {
  const text: string;
  export default text;
}
declare module '*.css';
declare module 'monaco-editor/esm/vs/editor/editor.worker.js';
