// The work on the next issue: the stages it moves through and the tasks on the board. Data only.

/** The stages of the workflow, in order, with the status a task takes on entering each. */
export const stages = [
  { name: 'To do', taskStatus: 'PENDING', color: '#8d99ae' },
  { name: 'In progress', taskStatus: 'IN_PROGRESS', color: '#f4a261' },
  { name: 'Review', taskStatus: 'IN_PROGRESS', color: '#2a9d8f' },
  { name: 'Done', taskStatus: 'COMPLETED', color: '#264653' },
] as const;

/** One task on the board. */
export interface DemoTask {
  readonly key: string;
  readonly title: string;
  readonly description: string;
  readonly stage: (typeof stages)[number]['name'];
  readonly assignee: string | null;
  readonly priority: 'NONE' | 'LOW' | 'MEDIUM' | 'HIGH' | 'CRITICAL';
  /** Days from the first start until it is due. */
  readonly due: number;
  /** Keys of tasks above it that must be done first. */
  readonly blockedBy: readonly string[];
  /** Slug of the article it is about. */
  readonly article?: string;
  readonly comments?: readonly string[];
}

/** The tasks; each names only tasks that stand before it. */
export const tasks: readonly DemoTask[] = [
  {
    key: 'theme',
    title: 'Settle the theme of the winter issue',
    description: 'One word that all six pieces can live with. *Late* is winning.',
    stage: 'Done',
    assignee: 'ines',
    priority: 'HIGH',
    due: -20,
    blockedBy: [],
    comments: ['Settled on Monday: the theme is “late”.'],
  },
  {
    key: 'letters',
    title: 'Edit the piece about the nine letters',
    description: 'Cut the second anecdote, keep the stove.',
    stage: 'Done',
    assignee: 'ines',
    priority: 'MEDIUM',
    due: -9,
    blockedBy: ['theme'],
    article: 'letters-that-arrived-late',
  },
  {
    key: 'index',
    title: 'Proofread the praise of the index',
    description: 'It is scheduled for tomorrow morning; the French page came in last.',
    stage: 'Review',
    assignee: 'tomasz',
    priority: 'CRITICAL',
    due: 1,
    blockedBy: ['theme'],
    article: 'in-praise-of-the-index',
    comments: ['English and German are read.', 'French: “index” needs its article in the second paragraph.'],
  },
  {
    key: 'title',
    title: 'Decide on the longer title',
    description: 'The draft says “and why”. Is the why in the text?',
    stage: 'In progress',
    assignee: 'ines',
    priority: 'LOW',
    due: 3,
    blockedBy: [],
    article: 'keeping-a-commonplace-book',
  },
  {
    key: 'cover',
    title: 'Draw the cover',
    description: 'Two colors, no people, room for the address label at the bottom left.',
    stage: 'In progress',
    assignee: 'leila',
    priority: 'HIGH',
    due: 8,
    blockedBy: ['theme'],
    comments: ['First sketch is pinned above the kettle.'],
  },
  {
    key: 'layout',
    title: 'Lay out the issue',
    description: 'Thirty-two pages, one signature. The cover decides the second color.',
    stage: 'To do',
    assignee: 'leila',
    priority: 'HIGH',
    due: 14,
    blockedBy: ['cover', 'index'],
  },
  {
    key: 'paper',
    title: 'Order the paper',
    description: '90 g for the pages, 160 g for the cover, as last time.',
    stage: 'Done',
    assignee: 'tomasz',
    priority: 'MEDIUM',
    due: -4,
    blockedBy: [],
  },
  {
    key: 'labels',
    title: 'Print the address labels',
    description: 'Wait until the last change of address has come in.',
    stage: 'To do',
    assignee: 'noor',
    priority: 'NONE',
    due: 16,
    blockedBy: [],
  },
  {
    key: 'proof',
    title: 'Read the printer’s proof',
    description: 'Everybody reads it once, aloud, in the same room.',
    stage: 'To do',
    assignee: 'ines',
    priority: 'MEDIUM',
    due: 18,
    blockedBy: ['layout'],
  },
  {
    key: 'print',
    title: 'Print',
    description: 'Nine hundred copies. The binder needs two days’ notice.',
    stage: 'To do',
    assignee: 'tomasz',
    priority: 'HIGH',
    due: 21,
    blockedBy: ['proof', 'paper'],
  },
  {
    key: 'post',
    title: 'Carry the issue to the post office',
    description: 'Four bags. Take the tram, not the stairs.',
    stage: 'To do',
    assignee: null,
    priority: 'MEDIUM',
    due: 23,
    blockedBy: ['print', 'labels'],
  },
  {
    key: 'arabic',
    title: 'Translate the home page into Arabic',
    description: 'The page about us is done and reads well from right to left.',
    stage: 'In progress',
    assignee: 'noor',
    priority: 'LOW',
    due: 30,
    blockedBy: [],
  },
];
