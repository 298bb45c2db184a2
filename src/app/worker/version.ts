/** Whether version 'a.b.c' is older than `minVersion`; anything unreadable is not. */
export function isOlderVersion(version: string, minVersion: string): boolean {
  const [ownNumbers, minNumbers] = [parseVersion(version), parseVersion(minVersion)]
  if (!ownNumbers || !minNumbers) return false
  const at = ownNumbers.findIndex((part, index) => part !== minNumbers[index])
  return at >= 0 && (ownNumbers[at] as number) < (minNumbers[at] as number)
}

const parseVersion = (version: string): number[] | undefined => /^(\d+)\.(\d+)\.(\d+)$/.exec(version)?.slice(1).map(Number)
