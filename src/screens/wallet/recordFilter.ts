/** What the address says about which records are shown. */
export interface BalanceRecordFilter {
  /** A record type. */
  type?: number
  currency?: string
  /** 'YYYY-MM' of the device's calendar. */
  month?: string
}

/** A filter out of an address; what cannot be is left out. */
function readFilter(search: Record<string, unknown>): BalanceRecordFilter {
  const type = Number(search['type'])
  const { currency, month } = search
  return {
    ...(Number.isInteger(type) && type > 0 && type < 100 && { type }),
    ...(typeof currency === 'string' && /^[A-Z0-9]{2,10}$/.test(currency) && { currency }),
    ...(typeof month === 'string' && /^20\d\d-(0[1-9]|1[0-2])$/.test(month) && { month }),
  }
}

/** Records of one's own book, or of one's entry in a competition, which is a book of its own (docs/rules/competitions.md). */
export interface BalanceRecordsSearchParams extends BalanceRecordFilter {
  comp?: string
}
export const readBalanceRecordsSearchParams = (search: Record<string, unknown>): BalanceRecordsSearchParams => {
  const { comp } = search
  return { ...readFilter(search), ...(typeof comp === 'string' && /^[a-z0-9-]{1,40}$/.test(comp) && { comp }) }
}

/** Whose records are asked for, as the calls of the wallet want it. */
export type BalanceRecordsAccount = { accountType: 1 | 2 } | { accountType: 3; compId: string }

export const hasBalanceRecordFilter = (filter: BalanceRecordFilter): boolean => Object.keys(filter).length > 0
