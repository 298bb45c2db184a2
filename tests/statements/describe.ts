import { Client, type FieldDef, types } from 'pg'
import type { DatabaseSocketTarget } from '#db/database.ts'
import type { ValueKind } from './collect.ts'

/** A column of what a statement gives. */
export interface Column {
  name: string
  /** What the driver makes of its values (server/db/database.ts); undefined for JSON, which may be anything. */
  kind: ValueKind | undefined
}

/** What a statement gives, or why the database does not take it. */
export type Described = { columns: readonly Column[] } | { refusal: string }

/** The part of the driver's connection that is written to here. */
interface Wire {
  parse(query: { name: string; text: string; types: number[] }): void
  describe(what: { type: 'S'; name: string }): void
  sync(): void
}

/** Asks the database to parse and describe a statement, without running it. */
class DescribeOnly {
  readonly #text: string
  readonly #done: (described: FieldDef[] | string) => void
  #result: FieldDef[] = []
  constructor(text: string, done: (described: FieldDef[] | string) => void) {
    this.#text = text
    this.#done = done
  }
  submit(wire: Wire): void {
    wire.parse({ name: '', text: this.#text, types: [] })
    wire.describe({ type: 'S', name: '' })
    wire.sync()
  }
  handleRowDescription({ fields }: { fields: FieldDef[] }): void {
    this.#result = fields
  }
  /** The driver says an error alone, and takes the next one when the database is ready for it. */
  handleError(error: Error): void {
    this.#done(error.message)
  }
  handleReadyForQuery(): void {
    this.#done(this.#result)
  }
}

/** Describes statements against the schema of a database, one after the other. */
export async function describeStatements(place: DatabaseSocketTarget, texts: readonly string[]): Promise<Described[]> {
  const client = new Client({ host: place.socketDir, port: place.port, user: place.user, database: place.database })
  await client.connect()
  try {
    const described: Described[] = []
    for (const text of texts) {
      const result = await new Promise<FieldDef[] | string>((done) => client.query(new DescribeOnly(text, done) as never))
      described.push(
        typeof result === 'string'
          ? { refusal: result }
          : {
              columns: result.map(({ name, dataTypeID }) => ({ name, kind: kindOf(dataTypeID) })),
            },
      )
    }
    return described
  } finally {
    await client.end()
  }
}

const { builtins } = types
const numbers = new Set<number>([builtins.INT2, builtins.INT4, builtins.OID, builtins.FLOAT4, builtins.FLOAT8])
/** The type of names in the database's own tables, which the driver does not list. */
const name = 19
// numeric and int8 stay exact, so they are texts, as moments are; lists have types of their own, whose numbers are above 1000.
const strings = new Set<number>([
  builtins.TEXT,
  builtins.VARCHAR,
  builtins.NUMERIC,
  builtins.INT8,
  builtins.DATE,
  builtins.TIMESTAMP,
  builtins.TIMESTAMPTZ,
  builtins.CHAR,
  name,
])
const lists = new Set<number>([1000, 1005, 1007, 1009, 1016, 1021, 1022, 1231])

function kindOf(type: number): ValueKind | undefined {
  if (type === builtins.BOOL) return 'boolean'
  if (numbers.has(type)) return 'number'
  if (strings.has(type)) return 'string'
  return type === builtins.BYTEA || lists.has(type) ? 'object' : undefined
}
