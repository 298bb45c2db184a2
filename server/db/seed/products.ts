import { asDecimal, type Decimal } from '#contract/decimal.ts'
import { earnProductType, type EarnProductType } from '#contract/states.ts'
import type { TranslatableText } from '../../core/i18n.ts'
import { divide, multiply, truncate } from '#rules/decimal.ts'

// What is on offer (docs/rules/seed-data.md). Machines are fictional makes; borrowers are examples, for the sandbox alone.

export interface ProductSeed {
  id: string
  type: EarnProductType
  name: TranslatableText
  currency: string
  incomeCurrency: string
  /** 0: open-ended. */
  days: number
  /** The highest income of a day, as a fraction; 0 where nothing comes in by the day. */
  rateMax: Decimal
  minMoney: Decimal
  maxMoney: Decimal
  stepMoney: Decimal
  userCap?: Decimal
  totalCap?: Decimal
  levelLimit: number
  purchaseLimit?: number
  riskGrade: number
  /** What its kind alone reads, and keeps in each order. */
  terms: Readonly<Record<string, string>>
}

const money = asDecimal

const hosting = (id: string, name: TranslatableText, days: number, rateMax: string, levelLimit: number): ProductSeed => ({
  id,
  type: earnProductType.arbitrage,
  name,
  currency: 'USDT',
  incomeCurrency: 'USDT',
  days,
  rateMax: money(rateMax),
  minMoney: money('100'),
  maxMoney: money('100000'),
  stepMoney: money('1'),
  userCap: money('200000'),
  levelLimit,
  riskGrade: 2,
  // 70 % of the day's funding of BTC/USDT; 0.5 % of the principal at most for leaving early, out of the income alone.
  terms: { symbol: 'BTCUSDT', share: '0.7', exitFeeRate: '0.005' },
})

const staking = (
  id: string,
  name: TranslatableText,
  currency: string,
  networkRate: string,
  unbondDays: string,
  [min, max, step]: [string, string, string],
): ProductSeed => ({
  id,
  type: earnProductType.pledge,
  name,
  currency,
  incomeCurrency: currency,
  days: 0,
  // By the day, after our tenth.
  rateMax: truncate(divide(multiply(networkRate, '0.9'), '365'), 12),
  minMoney: money(min),
  maxMoney: money(max),
  stepMoney: money(step),
  levelLimit: 0,
  riskGrade: 3,
  terms: { networkRate, commission: '0.1', unbondDays },
})

const fund = (id: string, name: TranslatableText, rules: string, riskGrade: number): ProductSeed => ({
  id,
  type: earnProductType.quant,
  name,
  currency: 'USDT',
  incomeCurrency: 'USDT',
  days: 0,
  rateMax: money('0'),
  minMoney: money('50'),
  maxMoney: money('100000'),
  stepMoney: money('1'),
  userCap: money('100000'),
  levelLimit: 0,
  riskGrade,
  terms: { rules, performanceFee: '0.2', firstNav: '1' },
})

type Machine = [
  hashrate: string,
  hashUnit: string,
  powerW: string,
  price: string,
  weightKg: string,
  size: string,
  algorithm: string,
  coin: string,
]

const miner = (
  id: string,
  name: TranslatableText,
  ...[hashrate, hashUnit, powerW, price, weightKg, size, algorithm, coin]: Machine
): ProductSeed => ({
  id,
  type: earnProductType.miner,
  name,
  currency: 'USDT',
  incomeCurrency: coin,
  days: 1080,
  rateMax: money('0'),
  minMoney: money(price),
  maxMoney: money(String(Number(price) * 100)),
  stepMoney: money(price),
  userCap: money('100'),
  totalCap: money('500'),
  levelLimit: 0,
  riskGrade: 4,
  terms: {
    manufacturer: name.message.split(' ')[0] as string,
    hashrate,
    hashUnit,
    powerW,
    size,
    weightKg,
    tempRange: '0–40',
    humidityRange: '10–90',
    algorithm,
    network: coin,
    symbol: `${coin}USDT`,
  },
})

const debt = (
  id: string,
  name: TranslatableText,
  [target, annualRate, days, riskGrade, repay]: [string, string, number, number, 'maturity' | 'monthly'],
): ProductSeed => ({
  id,
  type: earnProductType.debt,
  name,
  currency: 'USDT',
  incomeCurrency: 'USDT',
  days,
  rateMax: money('0'),
  minMoney: money('100'),
  maxMoney: money(target),
  stepMoney: money('1'),
  totalCap: money(target),
  levelLimit: 0,
  riskGrade,
  terms: { target, annualRate, repay, raiseDays: '45', example: 'repays', docKey: `debt-${id}` },
})

export const productSeeds: readonly ProductSeed[] = [
  hosting('harbour-7', /*i18n*/ { id: 'product.harbour-7', message: 'Harbour 7' }, 7, '0.0002', 0),
  hosting('harbour-15', /*i18n*/ { id: 'product.harbour-15', message: 'Harbour 15' }, 15, '0.0003', 0),
  hosting('harbour-30', /*i18n*/ { id: 'product.harbour-30', message: 'Harbour 30' }, 30, '0.0004', 1),
  hosting('harbour-90', /*i18n*/ { id: 'product.harbour-90', message: 'Harbour 90' }, 90, '0.0005', 2),
  staking('eth-pledge', /*i18n*/ { id: 'product.eth-pledge', message: 'ETH flexible' }, 'ETH', '0.032', '0', ['0.01', '1000', '0.0001']),
  staking('sol-pledge', /*i18n*/ { id: 'product.sol-pledge', message: 'SOL flexible' }, 'SOL', '0.065', '0', ['0.1', '10000', '0.001']),
  staking('dot-pledge', /*i18n*/ { id: 'product.dot-pledge', message: 'DOT bonded' }, 'DOT', '0.11', '28', ['1', '100000', '0.01']),
  fund('gold-trend', /*i18n*/ { id: 'product.gold-trend', message: 'Gold Trend' }, 'goldTrend', 4),
  fund('balanced-3', /*i18n*/ { id: 'product.balanced-3', message: 'Balanced 3-asset' }, 'balanced3', 3),
  miner(
    'keel-k1',
    /*i18n*/ { id: 'product.keel-k1', message: 'Keel K1' },
    '200',
    'TH/s',
    '3500',
    '2800',
    '14.2',
    '400 × 195 × 290',
    'SHA-256',
    'BTC',
  ),
  miner(
    'keel-k1-mini',
    /*i18n*/ { id: 'product.keel-k1-mini', message: 'Keel K1 mini' },
    '90',
    'TH/s',
    '1530',
    '1250',
    '9.8',
    '300 × 195 × 290',
    'SHA-256',
    'BTC',
  ),
  miner(
    'keel-k2',
    /*i18n*/ { id: 'product.keel-k2', message: 'Keel K2' },
    '335',
    'TH/s',
    '5360',
    '5600',
    '16.9',
    '430 × 195 × 290',
    'SHA-256',
    'BTC',
  ),
  miner(
    'lantern-l1',
    /*i18n*/ { id: 'product.lantern-l1', message: 'Lantern L1' },
    '9.5',
    'GH/s',
    '3425',
    '3900',
    '13.5',
    '400 × 195 × 290',
    'Scrypt',
    'LTC',
  ),
  debt('clinic-penang', /*i18n*/ { id: 'product.clinic-penang', message: 'Clinic equipment, Penang' }, [
    '50000',
    '0.09',
    180,
    2,
    'maturity',
  ]),
  debt('cold-store-da-nang', /*i18n*/ { id: 'product.cold-store-da-nang', message: 'Cold-store solar, Da Nang' }, [
    '120000',
    '0.105',
    360,
    3,
    'monthly',
  ]),
  debt('fishing-boats', /*i18n*/ { id: 'product.fishing-boats', message: 'Fishing co-op boats' }, ['30000', '0.08', 90, 2, 'maturity']),
]
