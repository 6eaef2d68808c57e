// What the documentation names of the demo, so that its examples can be copied as they stand.

/** The company whose pages the demo writes. */
export const demoCompany = '019a0000-0000-7000-8000-000000000001';
