import type { House } from '../house.ts'
import { arbitrageKind } from './arbitrage.ts'
import { debtKind } from './debt.ts'
import { byType, type ProductKinds } from './kindOf.ts'
import { minerKind } from './miner.ts'
import { pledgeKind } from './pledge.ts'
import { quantKind } from './quant.ts'

/** Every kind of product that is offered: one line each. Seeds of a kind that is not here are not on sale. */
export const productKinds = (house: House): ProductKinds =>
  byType([arbitrageKind(house), pledgeKind(house), quantKind(house), minerKind(house), debtKind(house)])
