/** Open, high, low and close in whole numbers of 1e-10. */
export interface OhlcPrices {
  open: bigint
  high: bigint
  low: bigint
  close: bigint
}
