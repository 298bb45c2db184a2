import { balanceRecordType, type BalanceRecordType } from '#contract/states.ts'
import type { HouseBucket, Leg, UserBucket } from '#ledger/ledger.ts'
import { decimalOf, type Model } from './model.ts'
import type { Random } from './random.ts'

const currencies = ['USDT', 'BTC'] as const
const most = 1_000_000_000_000n

interface Scene {
  chance: Random
  model: Model
  book: 1 | 2
  user: string
  other: string
}

const mine = (user: string, currency: string, bucket: UserBucket, amount: bigint, type: BalanceRecordType): Leg => ({
  user,
  currency,
  bucket,
  amount: decimalOf(amount),
  type,
})
const house = (name: HouseBucket, currency: string, amount: bigint): Leg => ({ house: name, currency, amount: decimalOf(amount) })

/** Mostly within what is there, sometimes above it. */
const some = ({ chance, model, user, book }: Scene, currency: string, bucket: UserBucket): bigint =>
  1n + chance.upTo((model.amount(user, book, currency, bucket) * (chance.next() < 0.25 ? 3n : 1n)) / 2n)

const grant = ({ chance, user }: Scene): Leg[] => {
  const currency = chance.oneOf(currencies)
  const amount = 1n + chance.upTo(most)
  return [mine(user, currency, 'AVAIL', amount, balanceRecordType.demoReset), house('ISSUE', currency, -amount)]
}

const open = (scene: Scene): Leg[] => {
  const margin = some(scene, 'USDT', 'AVAIL')
  const fee = scene.chance.upTo(margin / 10n)
  return [
    mine(scene.user, 'USDT', 'AVAIL', -margin, balanceRecordType.marginLock),
    mine(scene.user, 'USDT', 'AVAIL', -fee, balanceRecordType.fee),
    mine(scene.user, 'USDT', 'MARGIN', margin, balanceRecordType.marginLock),
    house('FEE', 'USDT', fee),
  ]
}

/** Profit between minus three margins and plus three; what the loss takes beyond the margin comes from COVER. */
const close = (scene: Scene): Leg[] => {
  const margin = some(scene, 'USDT', 'MARGIN')
  const profit = scene.chance.upTo(6n * margin) - 3n * margin
  const covered = margin + profit < 0n ? -(margin + profit) : 0n
  const fee = covered > 0n ? 0n : scene.chance.upTo((margin + profit) / 10n)
  return [
    mine(scene.user, 'USDT', 'AVAIL', -fee, balanceRecordType.fee),
    mine(scene.user, 'USDT', 'MARGIN', -margin, balanceRecordType.marginRelease),
    mine(scene.user, 'USDT', 'AVAIL', margin, balanceRecordType.marginRelease),
    mine(scene.user, 'USDT', 'AVAIL', profit, balanceRecordType.realisedProfit),
    mine(scene.user, 'USDT', 'AVAIL', covered, balanceRecordType.lossCover),
    house('FEE', 'USDT', fee),
    house('CLEARING', 'USDT', -profit),
    house('COVER', 'USDT', -covered),
  ]
}

const reserve = (scene: Scene): Leg[] => {
  const currency = scene.chance.oneOf(currencies)
  const [from, to] = scene.chance.oneOf([
    ['AVAIL', 'FROZEN'],
    ['FROZEN', 'AVAIL'],
    ['AVAIL', 'MARGIN'],
  ] as const)
  const amount = some(scene, currency, from)
  return [mine(scene.user, currency, from, -amount, balanceRecordType.fee), mine(scene.user, currency, to, amount, balanceRecordType.fee)]
}

const swap = (scene: Scene): Leg[] => {
  const [paid, got] = scene.chance.oneOf([
    ['USDT', 'BTC'],
    ['BTC', 'USDT'],
  ] as const)
  const amount = some(scene, paid, 'AVAIL')
  const received = 1n + scene.chance.upTo(amount)
  return [
    mine(scene.user, paid, 'AVAIL', -amount, balanceRecordType.fee),
    house('CLEARING', paid, amount),
    mine(scene.user, got, 'AVAIL', received, balanceRecordType.fee),
    house('CLEARING', got, -received),
  ]
}

const give = (scene: Scene): Leg[] => {
  const amount = some(scene, 'USDT', 'AVAIL')
  return [
    mine(scene.user, 'USDT', 'AVAIL', -amount, balanceRecordType.fee),
    mine(scene.other, 'USDT', 'AVAIL', amount, balanceRecordType.fee),
  ]
}

/** The legs of a random movement, at a moment when the scene's two people are locked. Never a zero leg. */
export const randomLegs = (scene: Scene): Leg[] =>
  scene.chance
    .oneOf([grant, open, open, close, close, close, reserve, swap, give])(scene)
    .filter((leg) => !/^-?0\.0+$/.test(leg.amount))
