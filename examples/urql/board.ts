// A task board with urql and its defaults: stages with their tasks, and a task that moves while the board is open.
// Run it: TOKEN=ccs_a_... npx tsx examples/urql/board.ts
import { Client, fetchExchange, gql, type TypedDocumentNode } from '@urql/core';

interface Task {
  readonly urn: string;
  readonly title: string;
  readonly isBlocked: boolean;
}

interface Board {
  readonly projects: {
    readonly nodes: readonly {
      readonly name: string;
      readonly workflow: {
        readonly stages: readonly { readonly name: string; readonly tasks: { readonly nodes: readonly Task[] } }[];
      } | null;
    }[];
  };
}

const board: TypedDocumentNode<Board> = gql`
  query Board {
    projects(first: 1, where: { status: { eq: ACTIVE } }) {
      nodes {
        name
        workflow {
          stages {
            name
            tasks(first: 50, where: { statusCategory: { ne: DONE } }, orderBy: { field: TITLE }) {
              nodes {
                urn
                title
                isBlocked
              }
            }
          }
        }
      }
    }
  }
`;

const changes: TypedDocumentNode<{ events: { targetUrn: string } }> = gql`
  subscription Changes {
    events(subjects: [TASK]) {
      targetUrn
    }
  }
`;

/** A client of the service at `url`. */
export function createUrql(url: string, token: string): Client {
  return new Client({
    url: `${url}/graphql`,
    exchanges: [fetchExchange],
    fetchOptions: { headers: { authorization: `Bearer ${token}` } },
    fetchSubscriptions: true,
  });
}

/** The board as lines of text: stages, and below each its tasks that are not done. */
async function renderBoard(client: Client): Promise<string> {
  const { data, error } = await client.query(board, {}, { requestPolicy: 'network-only' }).toPromise();
  if (error) throw error;
  const [project] = data?.projects.nodes ?? [];
  const stages = project?.workflow?.stages ?? [];
  const line = ({ title, isBlocked }: Task): string => `  ${isBlocked ? '(waits) ' : ''}${title}`;
  return [project?.name ?? '', ...stages.flatMap(({ name, tasks }) => [name, ...tasks.nodes.map(line)])].join('\n');
}

/** Calls `show` with the board now, and again after each change of a task; the answer ends that. */
export function followBoard(client: Client, show: (board: string) => void): () => void {
  const render = (): void => void renderBoard(client).then(show);
  const { unsubscribe } = client.subscription(changes, {}).subscribe(render);
  render();
  return unsubscribe;
}

if (process.argv[1] === import.meta.filename) {
  const { COMMONPLACE_URL = 'http://127.0.0.1:4000', TOKEN = '' } = process.env;
  followBoard(createUrql(COMMONPLACE_URL, TOKEN), (text) => process.stdout.write(`${text}\n\n`));
}
