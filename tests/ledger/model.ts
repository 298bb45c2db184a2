import { asDecimal, type Decimal } from '#contract/decimal.ts'
import type { LedgerBalance, Leg } from '#ledger/ledger.ts'

/** The ledger told again in the simplest way: a map of whole numbers of 1e-8. It shares no arithmetic with the server. */
export class Model {
  private readonly held = new Map<string, bigint>()
  readonly house = new Map<string, bigint>()
  postings = 0
  legs = 0

  /** What AVAIL, or another bucket, is short of if these legs were booked; undefined when they may be. */
  shortage(book: number, legs: readonly Leg[]): string | undefined {
    const [short] = [...this.net(book, legs)].filter(([key, amount]) => (this.held.get(key) ?? 0n) + amount < 0n)
    return short?.[0]
  }

  book(book: number, legs: readonly Leg[]): void {
    for (const [key, amount] of this.net(book, legs)) this.held.set(key, (this.held.get(key) ?? 0n) + amount)
    for (const leg of legs) {
      if ('user' in leg) continue
      const key = `${book} ${leg.currency} ${leg.house}`
      this.house.set(key, (this.house.get(key) ?? 0n) + units(leg.amount))
    }
    this.postings++
    this.legs += legs.length
  }

  amount(user: string, book: number, currency: string, bucket: string): bigint {
    return this.held.get(`${user} ${book} ${currency} ${bucket}`) ?? 0n
  }

  /** This person's buckets as `readLedgerBalances` gives them. */
  balancesOf(user: string, book: number): LedgerBalance[] {
    return [...this.held]
      .map(([key, amount]) => ({ parts: key.split(' '), amount }))
      .filter(({ parts }) => parts[0] === user && parts[1] === String(book))
      .map(({ parts, amount }) => ({ currency: parts[2]!, bucket: parts[3] as LedgerBalance['bucket'], amount: decimalOf(amount) }))
      .toSorted((a, b) => (`${a.currency} ${a.bucket}` < `${b.currency} ${b.bucket}` ? -1 : 1))
  }

  private net(book: number, legs: readonly Leg[]): Map<string, bigint> {
    const net = new Map<string, bigint>()
    for (const leg of legs) {
      if (!('user' in leg)) continue
      const key = `${leg.user} ${book} ${leg.currency} ${leg.bucket}`
      net.set(key, (net.get(key) ?? 0n) + units(leg.amount))
    }
    return net
  }
}

const scale = 100_000_000n

/** '1.5' → 150000000n. */
function units(amount: string): bigint {
  const [, sign, whole = '0', part = ''] = /^(-?)(\d+)(?:\.(\d+))?$/.exec(amount) ?? []
  const size = BigInt(whole) * scale + BigInt(part.padEnd(8, '0'))
  return sign ? -size : size
}

/** 150000000n → '1.50000000'. */
export function decimalOf(amount: bigint): Decimal {
  const size = amount < 0n ? -amount : amount
  return asDecimal(`${amount < 0n ? '-' : ''}${size / scale}.${String(size % scale).padStart(8, '0')}`)
}
