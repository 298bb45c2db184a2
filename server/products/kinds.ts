import type { ProductType } from '#contract/states.ts'
import type { House } from '../house.ts'
import { arbitrageKind } from './arbitrage.ts'
import type { ProductKind } from './kind.ts'
import { minerKind } from './miner.ts'
import { pledgeKind } from './pledge.ts'

/** Every kind of product that is offered: one line each. Seeds of a kind that is not here are not on sale. */
export const productKinds = (house: House): ProductKinds => byType([arbitrageKind(house), pledgeKind(house), minerKind(house)])

export type ProductKinds = ReadonlyMap<ProductType, ProductKind>

export const byType = (kinds: readonly ProductKind[]): ProductKinds => new Map(kinds.map((kind) => [kind.type, kind]))

/** The kind of a row; rows of kinds that are not offered never come here. */
export function kindOf(kinds: ProductKinds, { type }: { type: ProductType }): ProductKind {
  const kind = kinds.get(type)
  if (!kind) throw new Error(`products of type ${type} are not offered`)
  return kind
}
