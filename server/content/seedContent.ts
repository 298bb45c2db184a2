import { readdir, readFile } from 'node:fs/promises'
import type { Database } from '#db/database.ts'
import { type ServerEnvironment, seedTextForEnvironment } from './environments.ts'
import { contentLanguageFolders } from './languages.ts'
import { contentKinds } from './parse.ts'
import { contentChecksumOf, type ContentPieceFile, writeContentPiece } from './writePiece.ts'

const textsFolder = new URL('../db/seed/content/', import.meta.url)

/**
 * Brings the stored texts up to the files of this environment: new and changed ones are written; those that vanished, or belong to the other
 * environment, are removed. Running it again changes nothing. Texts that staff published stay as they are.
 */
export async function seedContent(
  db: Database,
  environment: ServerEnvironment = 'sandbox',
  from: URL = textsFolder,
): Promise<{ written: number; removed: number }> {
  const files = await readFiles(environment, from)
  return db.transaction(async (sql) => {
    // One server at a time; the rows of two would otherwise meet in different orders.
    await sql.query('lock table content_piece in share row exclusive mode')
    const rows = await sql.query<{ slug: string; lang: string; checksum: string }>(
      "select slug, lang, checksum from content_piece where origin = 'release'",
    )
    const stored = new Map(rows.map((row) => [`${row.lang}/${row.slug}`, row.checksum]))
    const changed = files.filter((file) => stored.get(`${file.lang}/${file.slug}`) !== file.checksum)
    for (const file of changed) await writeContentPiece(sql, file, 'release')
    const present = new Set(files.map((file) => `${file.lang}/${file.slug}`))
    const removed = rows.filter((row) => !present.has(`${row.lang}/${row.slug}`))
    for (const { slug, lang } of removed)
      await sql.query("delete from content_piece where slug = $1 and lang = $2 and origin = 'release'", [slug, lang])
    return { written: changed.length, removed: removed.length }
  })
}

async function readFiles(environment: ServerEnvironment, from: URL): Promise<ContentPieceFile[]> {
  const files: ContentPieceFile[] = []
  for (const { lang, folder } of contentLanguageFolders) {
    const seen = new Map<string, string>()
    for (const kind of contentKinds) {
      const place = new URL(`${folder}/${kind}/`, from)
      for (const name of await namesIn(place)) {
        const slug = name.slice(0, -'.html'.length)
        const where = `${folder}/${kind}/${name}`
        // An id names one text, whatever its kind.
        if (seen.has(slug)) throw new Error(`${where}: the name is already taken by ${seen.get(slug)}`)
        seen.set(slug, where)
        const text = seedTextForEnvironment(environment, await readFile(new URL(name, place), 'utf8'), where)
        if (text === undefined) continue
        files.push({ slug, lang, kind, where, text, checksum: contentChecksumOf(kind, text) })
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
