import { asDecimal } from '#contract/decimal.ts'
import { secondResult } from '#contract/states.ts'
import { q8, subtract } from './decimal.ts'
import { type Computed, NotComputable, type Reader } from './recheckReader.ts'
import { graceSeconds, recordAt, settle } from './secondContract.ts'

/** A second that the receipt leaves out must not pass for one without a record: up to the one that decides, all are told. */
function refuseUntold(receipt: Reader, use: 'open' | 'close', sec: number): void {
  const last = recordAt(receipt.records(use), sec)?.sec ?? sec + graceSeconds
  const told = receipt.seconds(use, receipt.text('symbol'))
  for (let at = sec; at <= last; at++) if (!told.includes(at)) throw new NotComputable(`second ${at} is not told of`)
}

/** A second contract again: the two seconds from the moment of acceptance, the two records, the result, the payout (product §2.6). */
export function secondSteps(receipt: Reader): Computed[] {
  const acceptedMs = receipt.text('acceptedMs')
  const openSec = Math.floor(Number(acceptedMs) / 1000) + 1
  const closeSec = openSec + Number(receipt.text('seconds'))
  const seconds: Computed[] = [
    { name: 'openSec', text: `⌊${acceptedMs} ÷ 1000⌋ + 1`, unit: '', value: asDecimal(String(openSec)) },
    { name: 'closeSec', text: `${openSec} + ${receipt.text('seconds')}`, unit: '', value: asDecimal(String(closeSec)) },
  ]
  const order = { type: Number(receipt.text('type')), money: receipt.decimal('money'), odds: receipt.decimal('odds') }
  if (receipt.state === 'done')
    for (const [use, sec] of [
      ['open', openSec],
      ['close', closeSec],
    ] as const)
      refuseUntold(receipt, use, sec)
  const open = recordAt(receipt.records('open'), openSec)
  const opening: Computed[] = open ? [{ name: 'openPrice', text: '', unit: '', value: open.price }] : []
  if (receipt.state !== 'done') return [...seconds, ...opening]
  const close = recordAt(receipt.records('close'), closeSec)
  const { result, payout } = settle(order, open, close)
  const closing: Computed[] = close ? [{ name: 'closePrice', text: '', unit: '', value: close.price }] : []
  const move: Computed[] =
    open && close ? [{ name: 'move', text: `${close.price} − ${open.price}`, unit: '', value: subtract(close.price, open.price) }] : []
  const words: Record<number, string> = {
    [secondResult.win]: `${order.money} × (1 + ${order.odds})`,
    [secondResult.lose]: '0',
    [secondResult.tie]: order.money,
    [secondResult.void]: order.money,
  }
  return [
    ...seconds,
    ...opening,
    ...closing,
    ...move,
    { name: 'outcome', text: '', unit: '', value: asDecimal(String(result)) },
    { name: 'payout', text: words[result] ?? '', unit: 'USDT', value: payout },
    { name: 'net', text: `${payout} − ${order.money}`, unit: 'USDT', value: q8(subtract(payout, order.money)) },
  ]
}
