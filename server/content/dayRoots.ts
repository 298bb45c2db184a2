import { asInstant, instantToWireTime } from '#contract/time.ts'
import { languageCodes, type LanguageCode } from '#contract/calls/account.ts'
import type { Sql } from '#db/database.ts'
import { contentChecksumOf, writeContentPiece } from './writePiece.ts'
import type { AppContext } from '../core/appContext.ts'
import { translate, type TranslatableText } from '../core/i18n.ts'
import { log, type LogError } from '../core/log.ts'
import { priceRecordLogNameOfFeed } from '../core/recordLog.ts'
import { startRepeatingJob } from '../core/schedule.ts'

/** The root of a day that is over, as its last signed head has it. */
interface DayRoot {
  day: string
  tree_size: number
  root: string
  ms: string
}

const title: TranslatableText = /*i18n*/ { id: 'dayRoot.title', message: 'Price root of {day}' }
const summary: TranslatableText = /*i18n*/ {
  id: 'dayRoot.summary',
  message: 'One line that stands for all {count} prices and published inputs of that day.',
}
const what: TranslatableText = /*i18n*/ {
  id: 'dayRoot.what',
  message:
    'The day is over and its record is sealed. Write this root down, or copy it somewhere else: whoever has it will notice if this day’s record is ever changed.',
}
const dayLabel: TranslatableText = /*i18n*/ { id: 'dayRoot.day', message: 'Day (UTC+8)' }
const sizeLabel: TranslatableText = /*i18n*/ { id: 'dayRoot.size', message: 'Leaves in the tree' }
const rootLabel: TranslatableText = /*i18n*/ { id: 'dayRoot.root', message: 'Root' }
const addressLabel: TranslatableText = /*i18n*/ { id: 'dayRoot.address', message: 'Its signature stays for good at this address:' }
const headLink: TranslatableText = /*i18n*/ { id: 'dayRoot.head', message: 'How prices are checked' }
const verifyLink: TranslatableText = /*i18n*/ { id: 'dayRoot.verify', message: 'Verify a price of that day' }
const readLink: TranslatableText = /*i18n*/ { id: 'dayRoot.read', message: 'How to read a root' }

/** So long a root stays in the news, as long as the day's prices can be proved; its signed head stays for ever. */
const keptMs = 31 * 86_400_000
const pollEveryMs = 30_000
/** Below the news that people write: the lists give a higher position later. */
const position = 1

/**
 * Posts the root of every day that is over and has no post yet, those that ended while no server ran too, and takes down those of more than a
 * month ago (docs/rules/prices.md). Several servers may do so at once: each day and language is one row. Gives how many days were posted.
 */
export async function publishPriceRecordRoots(
  { config, clock, db }: Pick<AppContext, 'config' | 'clock' | 'db'>,
  report: LogError = log.error,
): Promise<number> {
  const log = priceRecordLogNameOfFeed(config.marketFeed)
  // To the minute, as the time of a post is, so that what is taken down is never due again.
  const sinceMs = Math.floor((clock.now() - keptMs) / 60_000) * 60_000
  const due = await db.query<DayRoot>(
    `select day, tree_size, root, ms from fair_head h where log = $1 and final and ms >= $2 and ms <= $3
     and not exists (select from content_piece where slug = $4 || left(h.day, 10) and origin = 'dayRoot') order by day`,
    [log, sinceMs, clock.now(), slugStart(log)],
  )
  let posted = 0
  for (const dayRoot of due) {
    try {
      await db.transaction((sql) => post(sql, log, dayRoot))
      posted++
    } catch (error) {
      // It keeps no other day from being posted, and is tried again at the next look.
      report(`the root of ${dayRoot.day} could not be posted`, error)
    }
  }
  await db.query(`delete from content_piece where origin = 'dayRoot' and published_ms < $1`, [sinceMs])
  return posted
}

const slugStart = (log: string): string => (log === 'market' ? 'day-root-' : 'replayed-day-root-')

async function post(sql: Sql, log: string, dayRoot: DayRoot): Promise<void> {
  const slug = slugStart(log) + dayRoot.day.slice(0, 10)
  for (const lang of languageCodes) {
    const text = textOf(lang, dayRoot)
    await writeContentPiece(sql, { slug, lang, kind: 'news', where: slug, text, checksum: contentChecksumOf('news', text) }, 'dayRoot')
  }
}

/** The post in one language, as the file of an article. */
function textOf(lang: LanguageCode, { day, tree_size, root, ms }: DayRoot): string {
  const words = { day: day.slice(0, 10), count: String(tree_size) }
  const said = (text: TranslatableText): string => translate(lang, text, words)
  const at = instantToWireTime(asInstant(Number(ms))).slice(0, 16)
  const row = (label: TranslatableText, value: string): string => `<tr><td>${said(label)}</td><td><code>${value}</code></td></tr>`
  return `title: ${said(title)}
summary: ${said(summary)}
category: fairness
version: 1
published: ${at}
updated: ${at}
order: ${position}

<p>${said(what)}</p>
<table><tbody>${row(dayLabel, words.day)}${row(sizeLabel, words.count)}${row(rootLabel, root)}</tbody></table>
<p>${said(addressLabel)} <code>/api/public/fair/head?day=${encodeURIComponent(day)}</code></p>
<ul><li><a href="/articleDetail?id=daily-price-root">${said(readLink)}</a></li><li><a href="/verify">${said(verifyLink)}</a></li><li><a href="/fair">${said(headLink)}</a></li></ul>
`
}

/** Looks for days that are over. Gives back how to stop. */
export function startPriceRecordRootJobs(
  app: Pick<AppContext, 'config' | 'clock' | 'db'>,
  report: LogError = log.error,
): () => Promise<void> {
  return startRepeatingJob('day roots', pollEveryMs, () => publishPriceRecordRoots(app, report), { isImmediate: true, report }).stop
}
