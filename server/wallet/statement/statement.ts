import { Refusal } from '#contract/refusals.ts'
import { asInstant } from '#contract/time.ts'
import type { Book } from '#ledger/ledger.ts'
import { countOf } from '#ledger/recordCounts.ts'
import type { Handlers } from '../../http/handlers.ts'
import { typesOf } from '../recordTypes.ts'
import { boundsOf, fileNameOf, type StatementAsked } from './asked.ts'
import { mostPdfRecords } from './file.ts'
import { linkLastsMs, linkOf } from './link.ts'

/** Where a statement can be fetched for the next ten minutes (product §1.3 call 52). */
export const statementLink: Handlers<'wallet'>['statement'] = async (asked, { sql, visitor, now, lang }) => {
  const { format, currency } = asked
  const types = typesOf(asked.type)
  if (format === 'pdf' && (asked.month === undefined || currency !== undefined || types !== undefined))
    throw new Refusal('validation', { field: 'month', rule: 'a PDF is of a whole month' })
  const wanted: StatementAsked = {
    userId: visitor.userId,
    book: asked.accountType as Book,
    format,
    ...boundsOf(asked),
    lang,
    ...(currency !== undefined && { currency }),
    ...(types !== undefined && { types }),
  }
  const records = await countOf(sql, wanted)
  if (format === 'pdf' && records > mostPdfRecords) throw new Refusal('statementTooLong', { max: mostPdfRecords })
  const expiresAt = asInstant(now + linkLastsMs)
  return { url: await linkOf(sql, wanted, visitor.sessionId, expiresAt), name: fileNameOf(wanted), records, expiresAt }
}
