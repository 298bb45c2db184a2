import { Refusal } from '#contract/refusals.ts'
import { asInstant } from '#contract/time.ts'
import type { AccountType } from '#ledger/ledger.ts'
import { countLedgerRecords } from '#ledger/recordCounts.ts'
import type { CallHandlers } from '../../core/handlers.ts'
import { parseRecordTypes } from '../recordTypes.ts'
import { statementBoundsOf, statementFileNameOf, type StatementRequest } from './request.ts'
import { maxStatementPdfRecords } from './file.ts'
import { statementLinkTtlMs, createStatementLink } from './link.ts'

/** Where a statement can be fetched for the next ten minutes (docs/rules/ledger.md). */
export const statementLinkHandler: CallHandlers<'wallet'>['statement'] = async (input, { sql, visitor, now, lang }) => {
  const { format, currency } = input
  const types = parseRecordTypes(input.type)
  if (format === 'pdf' && (input.month === undefined || currency !== undefined || types !== undefined))
    throw new Refusal('validation', { field: 'month', rule: 'a PDF is of a whole month' })
  const wanted: StatementRequest = {
    userId: visitor.userId,
    book: input.accountType as AccountType,
    format,
    ...statementBoundsOf(input),
    lang,
    ...(currency !== undefined && { currency }),
    ...(types !== undefined && { types }),
  }
  const records = await countLedgerRecords(sql, wanted)
  if (format === 'pdf' && records > maxStatementPdfRecords) throw new Refusal('statementTooLong', { max: maxStatementPdfRecords })
  const expiresAt = asInstant(now + statementLinkTtlMs)
  return {
    url: await createStatementLink(sql, wanted, visitor.sessionId, expiresAt),
    name: statementFileNameOf(wanted),
    records,
    expiresAt,
  }
}
