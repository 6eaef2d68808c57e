// The words of the list of pages.
export const content = {
  title: 'Content',
};
