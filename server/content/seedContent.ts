import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import type { Database, Sql } from '#db/database.ts'
import { languageFolders } from './languages.ts'
import { type Kind, kinds, parse } from './parse.ts'
import { sanitise } from './sanitise.ts'

const textsFolder = new URL('../db/seed/content/', import.meta.url)

// Goes up when sanitise.ts gives something else for the same file, so that stored pages are rendered again.
const rendering = '1'

interface File {
  slug: string
  lang: string
  kind: Kind
  where: string
  text: string
  checksum: string
}

/** Brings the stored texts up to the files: new and changed ones are written, vanished ones removed. Running it again changes nothing. */
export async function seedContent(db: Database, from: URL = textsFolder): Promise<{ written: number; removed: number }> {
  const files = await readFiles(from)
  return db.transaction(async (sql) => {
    // One server at a time; the rows of two would otherwise meet in different orders.
    await sql.query('lock table content_piece in share row exclusive mode')
    const rows = await sql.query<{ slug: string; lang: string; checksum: string }>('select slug, lang, checksum from content_piece')
    const stored = new Map(rows.map((row) => [`${row.lang}/${row.slug}`, row.checksum]))
    const changed = files.filter((file) => stored.get(`${file.lang}/${file.slug}`) !== file.checksum)
    for (const file of changed) await write(sql, file)
    const present = new Set(files.map((file) => `${file.lang}/${file.slug}`))
    const gone = rows.filter((row) => !present.has(`${row.lang}/${row.slug}`))
    for (const { slug, lang } of gone) await sql.query('delete from content_piece where slug = $1 and lang = $2', [slug, lang])
    return { written: changed.length, removed: gone.length }
  })
}

async function readFiles(from: URL): Promise<File[]> {
  const files: File[] = []
  for (const { lang, folder } of languageFolders) {
    const seen = new Map<string, string>()
    for (const kind of kinds) {
      const place = new URL(`${folder}/${kind}/`, from)
      for (const name of await namesIn(place)) {
        const slug = name.slice(0, -'.html'.length)
        const where = `${folder}/${kind}/${name}`
        // An id names one text, whatever its kind.
        if (seen.has(slug)) throw new Error(`${where}: the name is already taken by ${seen.get(slug)}`)
        seen.set(slug, where)
        const text = await readFile(new URL(name, place), 'utf8')
        files.push({ slug, lang, kind, where, text, checksum: createHash('sha256').update(`${rendering}\n${kind}\n${text}`).digest('hex') })
      }
    }
  }
  return files
}

async function namesIn(place: URL): Promise<string[]> {
  try {
    return (await readdir(place)).filter((name) => name.endsWith('.html')).sort()
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return []
    throw error
  }
}

async function write(sql: Sql, file: File): Promise<void> {
  const text = parse(file.text, file.where)
  const clean = sanitise(text.body)
  await sql.query(
    `insert into content_piece (slug, lang, kind, category, title, summary, html, words, toc, version, position, is_sample, is_pinned,
       priority, published_ms, updated_ms, checksum)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17)
     on conflict (slug, lang) do update set kind = excluded.kind, category = excluded.category, title = excluded.title,
       summary = excluded.summary, html = excluded.html, words = excluded.words, toc = excluded.toc, version = excluded.version,
       position = excluded.position, is_sample = excluded.is_sample, is_pinned = excluded.is_pinned, priority = excluded.priority,
       published_ms = excluded.published_ms, updated_ms = excluded.updated_ms, checksum = excluded.checksum`,
    [
      file.slug,
      file.lang,
      file.kind,
      text.category,
      text.title,
      text.summary,
      clean.html,
      clean.words,
      JSON.stringify(clean.toc),
      text.version,
      text.order,
      text.isSample,
      text.isPinned,
      text.priority,
      text.published,
      text.updated,
      file.checksum,
    ],
  )
}
