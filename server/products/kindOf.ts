import type { ProductType } from '#contract/states.ts'
import type { ProductKind } from './kind.ts'

/** The kinds that are offered. */
export type ProductKinds = ReadonlyMap<ProductType, ProductKind>

export const productKindsByType = (kinds: readonly ProductKind[]): ProductKinds => new Map(kinds.map((kind) => [kind.type, kind]))

/** The kind of a row; rows of kinds that are not offered never come here. */
export function productKindOf(kinds: ProductKinds, { type }: { type: ProductType }): ProductKind {
  const kind = kinds.get(type)
  if (!kind) throw new Error(`products of type ${type} are not offered`)
  return kind
}
