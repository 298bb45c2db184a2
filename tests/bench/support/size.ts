// `--smoke` is passed on to every process of the bench by its environment.
if (process.argv.includes('--smoke')) process.env['BENCH_SMOKE'] = '1'

/** Every section with the smallest sizes: whether it still measures something, not how much. */
export const isSmoke = process.env['BENCH_SMOKE'] === '1'

export const sized = <T>(full: T, smallest: T): T => (isSmoke ? smallest : full)
