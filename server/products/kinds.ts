import type { AppContext } from '../core/appContext.ts'
import { arbitrageProductKind } from './arbitrage.ts'
import { debtProductKind } from './debt/debt.ts'
import { productKindsByType, type ProductKinds } from './kindOf.ts'
import { minerProductKind } from './miner/miner.ts'
import { pledgeProductKind } from './pledge.ts'
import { quantProductKind } from './quant/quant.ts'

/** Every kind of product that is offered: one line each. Seeds of a kind that is not here are not on sale. */
export const createProductKinds = (app: AppContext): ProductKinds =>
  productKindsByType([
    arbitrageProductKind(app),
    pledgeProductKind(app),
    quantProductKind(app),
    minerProductKind(app),
    debtProductKind(app),
  ])
