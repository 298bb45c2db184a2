import { asDecimal, type Decimal } from '#contract/decimal.ts'

/** A VIP level and all that it gives (docs/rules/seed-data.md). USDT; `feeDiscount` is a fraction; `withdrawDaily` is of the second level of verification. */
export interface LevelSeed {
  level: number
  name: string
  /** Average net assets that it takes. */
  minAssets: Decimal
  feeDiscount: Decimal
  bonus: Decimal
  redEnvelope: Decimal
  loanExtra: Decimal
  withdrawDaily: Decimal
}

type Row = readonly [name: string, assets: string, discount: string, bonus: string, envelope: string, loan: string, withdraw: string]

const rows: readonly Row[] = [
  ['Mooring', '0', '0', '0', '0', '0', '50000'],
  ['Skiff', '1000', '0.05', '2', '0.2', '200', '50000'],
  ['Sloop', '5000', '0.1', '5', '0.5', '500', '50000'],
  ['Ketch', '20000', '0.15', '20', '2', '1000', '50000'],
  ['Cutter', '50000', '0.2', '50', '5', '2000', '100000'],
  ['Schooner', '100000', '0.25', '100', '10', '3000', '200000'],
  ['Clipper', '250000', '0.3', '200', '20', '5000', '500000'],
]

export const levelTable: readonly LevelSeed[] = rows.map(([name, assets, discount, bonus, envelope, loan, withdraw], level) => ({
  level,
  name,
  minAssets: asDecimal(assets),
  feeDiscount: asDecimal(discount),
  bonus: asDecimal(bonus),
  redEnvelope: asDecimal(envelope),
  loanExtra: asDecimal(loan),
  withdrawDaily: asDecimal(withdraw),
}))

/** A level's row; one that the table does not have is the lowest. */
export const levelSeedOf = (level: number): LevelSeed => levelTable[level] ?? (levelTable[0] as LevelSeed)
