import { closeReason } from '#contract/states.ts'
import { type Book, lockWallet } from '#ledger/ledger.ts'
import type { House } from '../house.ts'
import { chargeDue, fixMarks } from './charge.ts'
import { expiredOrders } from './holdingStore.ts'
import { cancelPending } from './limit.ts'
import { lockPosition } from './store.ts'
import { note, tell } from './tell.ts'

interface DueWork {
  /** Fixes the marks of a moment of charging at its first record. */
  fix(sec: number): Promise<void>
  /** Charges and expires what is due by this second, beside the records, unless that is going on already. */
  begin(sec: number): void
  idle(): Promise<void>
}

const hour = 3600

/** What is due by the clock and not by a price. Nothing here holds up a record but for the marks, once an hour. */
export function startDueWork(house: House): DueWork {
  let fixedHour = Number.NaN
  let working: Promise<void> | undefined
  return {
    fix: async (sec) => {
      const now = Math.floor(sec / hour)
      if (now === fixedHour) return
      await fixMarks(house, sec)
      fixedHour = now
    },
    begin: (sec) => {
      working ??= doDue(house, sec)
        .catch((error: unknown) => console.error('due work of contracts failed', error))
        .finally(() => (working = undefined))
    },
    idle: async () => working,
  }
}

/** Charges of funding and overnight, then orders whose 30 days are over. */
export async function doDue(house: House, sec: number): Promise<void> {
  await chargeDue(house, sec)
  for (const { id, account_type, wallet_id } of await expiredOrders(house.db, house.clock.now())) {
    const effects: (() => void)[] = []
    await house.db.transaction(async (sql) => {
      effects.length = 0
      await lockWallet(sql, wallet_id, account_type as Book)
      const row = await lockPosition(sql, id)
      const cancelled = row && (await cancelPending(sql, row, closeReason.expiry, house.clock.now()))
      if (!cancelled) return
      await note(house, sql, cancelled, (effect) => effects.push(effect))
      await tell(house, sql, cancelled, (effect) => effects.push(effect))
    })
    for (const effect of effects) effect()
  }
}
