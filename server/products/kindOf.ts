import type { EarnProductType } from '#contract/states.ts'
import type { ProductKind } from './kind.ts'

/** The kinds that are offered. */
export type ProductKindsByType = ReadonlyMap<EarnProductType, ProductKind>

export const indexProductKindsByType = (kinds: readonly ProductKind[]): ProductKindsByType =>
  new Map(kinds.map((kind) => [kind.type, kind]))

/** The kind of a row; rows of kinds that are not offered never come here. */
export function productKindOf(kinds: ProductKindsByType, { type }: { type: EarnProductType }): ProductKind {
  const kind = kinds.get(type)
  if (!kind) throw new Error(`products of type ${type} are not offered`)
  return kind
}
