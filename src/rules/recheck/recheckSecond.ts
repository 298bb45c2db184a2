import { asDecimal } from '#contract/decimal.ts'
import { secondContractResult } from '#contract/states.ts'
import { q8, subtract } from '../decimal.ts'
import { type ReceiptComputationStep, ReceiptNotComputableError, type ReceiptReader } from './recheckReader.ts'
import { missingRecordGraceSeconds, findPriceRecordWithinGrace, computeSecondContractOutcome } from '../second/secondContract.ts'

/** A second that the receipt leaves out must not pass for one without a record: up to the one that decides, all are told. */
function assertAllRecordsSent(receipt: ReceiptReader, use: 'open' | 'close', sec: number): void {
  const lastNeededSec = findPriceRecordWithinGrace(receipt.records(use), sec)?.sec ?? sec + missingRecordGraceSeconds
  const sentSeconds = receipt.seconds(use, receipt.text('symbol'))
  for (let at = sec; at <= lastNeededSec; at++)
    if (!sentSeconds.includes(at)) throw new ReceiptNotComputableError(`second ${at} is not told of`)
}

/** A second contract again: the two seconds from the moment of acceptance, the two records, the result, the payout (docs/rules/timed-contracts.md). */
export function computeSecondContractReceiptSteps(receipt: ReceiptReader): ReceiptComputationStep[] {
  const acceptedMs = receipt.text('acceptedMs')
  const openSec = Math.floor(Number(acceptedMs) / 1000) + 1
  const closeSec = openSec + Number(receipt.text('seconds'))
  const seconds: ReceiptComputationStep[] = [
    { name: 'openSec', text: `⌊${acceptedMs} ÷ 1000⌋ + 1`, unit: '', value: asDecimal(String(openSec)) },
    { name: 'closeSec', text: `${openSec} + ${receipt.text('seconds')}`, unit: '', value: asDecimal(String(closeSec)) },
  ]
  const order = { type: Number(receipt.text('type')), money: receipt.decimal('money'), odds: receipt.decimal('odds') }
  if (receipt.state === 'done')
    for (const [use, sec] of [
      ['open', openSec],
      ['close', closeSec],
    ] as const)
      assertAllRecordsSent(receipt, use, sec)
  const open = findPriceRecordWithinGrace(receipt.records('open'), openSec)
  const opening: ReceiptComputationStep[] = open ? [{ name: 'openPrice', text: '', unit: '', value: open.price }] : []
  if (receipt.state !== 'done') return [...seconds, ...opening]
  const close = findPriceRecordWithinGrace(receipt.records('close'), closeSec)
  const { result, payout } = computeSecondContractOutcome(order, open, close)
  const closing: ReceiptComputationStep[] = close ? [{ name: 'closePrice', text: '', unit: '', value: close.price }] : []
  const priceMove: ReceiptComputationStep[] =
    open && close ? [{ name: 'move', text: `${close.price} − ${open.price}`, unit: '', value: subtract(close.price, open.price) }] : []
  const words: Record<number, string> = {
    [secondContractResult.win]: `${order.money} × (1 + ${order.odds})`,
    [secondContractResult.lose]: '0',
    [secondContractResult.tie]: order.money,
    [secondContractResult.void]: order.money,
  }
  return [
    ...seconds,
    ...opening,
    ...closing,
    ...priceMove,
    { name: 'outcome', text: '', unit: '', value: asDecimal(String(result)) },
    { name: 'payout', text: words[result] ?? '', unit: 'USDT', value: payout },
    { name: 'net', text: `${payout} − ${order.money}`, unit: 'USDT', value: q8(subtract(payout, order.money)) },
  ]
}
