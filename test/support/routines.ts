// The functions and triggers of a migrated database as PostgreSQL prints them. No SDL states them, so that what the
// migrations made of them so far is kept in `test/golden/routines.sql`, and every way to a database must end there. `npx vitest run -u` writes it anew.
import pg from 'pg';

const statement = `
  SELECT pg_get_functiondef(p.oid) AS text FROM pg_proc p WHERE pronamespace = 'public'::regnamespace
    AND NOT EXISTS (SELECT 1 FROM pg_depend d WHERE d.classid = 'pg_proc'::regclass AND d.objid = p.oid AND d.deptype = 'e')
  UNION ALL SELECT pg_get_triggerdef(t.oid) FROM pg_trigger t JOIN pg_class c ON c.oid = tgrelid
    WHERE relnamespace = 'public'::regnamespace AND NOT tgisinternal AND tgparentid = 0
  ORDER BY 1`;

/** The text of all functions and triggers of the schema `public`, in the order of their text; those of extensions are left out. */
export async function routinesOf(url: string): Promise<string> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const { rows } = await client.query<{ text: string }>(statement);
    const texts = rows.map(({ text }) =>
      (text.startsWith('CREATE OR REPLACE') ? text : flat(text)).replaceAll('public.', '').trimEnd(),
    );
    return `${texts.toSorted().join(';\n')};\n`;
  } finally {
    await client.end();
  }
}

// A restored dump has conditions in more parentheses than the migration that wrote them: of triggers these are left out.
const flat = (trigger: string): string => trigger.replaceAll(/[()]/g, '');
