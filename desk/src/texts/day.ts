// The words of My day.
export const day = {
  title: 'My day',
  greeting: (name: string) => `Good to see you, ${name}.`,
};
