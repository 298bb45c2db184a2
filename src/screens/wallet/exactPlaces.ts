/** Decimals that show all of an amount's digits, two at least: '-3.04969500' has 6, '100.00000000' has 2. */
export const exactPlaces = (value: string): number => Math.max(2, (value.split('.')[1] ?? '').replace(/0+$/, '').length)
