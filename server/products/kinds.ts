import type { AppContext } from '../core/appContext.ts'
import { createArbitrageProductKind } from './arbitrage.ts'
import { createDebtProductKind } from './debt/debt.ts'
import { indexProductKindsByType, type ProductKindsByType } from './kindOf.ts'
import { createMinerProductKind } from './miner/miner.ts'
import { createPledgeProductKind } from './pledge.ts'
import { createQuantProductKind } from './quant/quant.ts'

/** Every kind of product that is offered: one line each. Seeds of a kind that is not here are not on sale. */
export const createProductKinds = (app: AppContext): ProductKindsByType =>
  indexProductKindsByType([
    createArbitrageProductKind(app),
    createPledgeProductKind(app),
    createQuantProductKind(app),
    createMinerProductKind(app),
    createDebtProductKind(app),
  ])
