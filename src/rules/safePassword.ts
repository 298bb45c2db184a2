/** Whether six digits are one digit repeated or a run, up or down, around the end too (docs/rules/wire.md). */
export function isWithdrawalPasswordGuessable(digits: string): boolean {
  const steps = new Set<number>()
  for (let at = 1; at < digits.length; at++) steps.add((Number(digits[at]) - Number(digits[at - 1]) + 10) % 10)
  const [step] = steps
  return steps.size === 1 && (step === 0 || step === 1 || step === 9)
}
