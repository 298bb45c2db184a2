/** Tables of Damm's check digit: it notices every wrong digit and every two neighbours that changed places. */
const table = [
  '0317598642',
  '7092154863',
  '4206871359',
  '1750983426',
  '6123045978',
  '3674209581',
  '5869720134',
  '8945362017',
  '9438617205',
  '2581436790',
]
const first = 100_000

const checkDigitOf = (digits: string): string => [...digits].reduce((check, digit) => table[Number(check)]?.[Number(digit)] ?? '0', '0')

/**
 * The number that stands beside a shared address, of the person who was given it as number `index`: a destination tag of the XRP Ledger or a
 * memo elsewhere. Its last digit checks the others, so that one mistyped digit leads to nobody instead of somebody else.
 */
export function depositMemoAt(index: number): string {
  const digits = String(first + index)
  return digits + checkDigitOf(digits)
}
