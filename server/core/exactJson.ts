/**
 * Reads JSON in which amounts are numbers, as nodes of the Bitcoin family write them: every number is given as the text that stood there,
 * because what is read as a floating-point number is not the amount any more. Throws for what is no JSON.
 */
export const parseJsonNumbersAsText = (text: string): unknown =>
  JSON.parse(text, ((_key: string, value: unknown, { source }: { source: string }) =>
    typeof value === 'number' ? source : value) as Parameters<typeof JSON.parse>[1])

const literal = /^(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d{1,3}))?$/

/** An amount in its smallest unit; undefined for what is no amount, is negative, or has more digits than the coin. */
export function parseSmallestUnits(text: string, decimals: number): bigint | undefined {
  const [, whole, part = '', exponent = '0'] = literal.exec(text) ?? []
  if (whole === undefined) return undefined
  const digits = whole + part
  const shift = decimals - part.length + Number(exponent)
  if (shift >= 0) return BigInt(digits + '0'.repeat(shift))
  const integer = digits.slice(0, shift)
  return /^0*$/.test(digits.slice(shift)) ? BigInt(integer === '' ? '0' : integer) : undefined
}
