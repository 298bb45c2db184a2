/** Whether version 'a.b.c' is older than `least`; anything unreadable is not. */
export function isOlder(version: string, least: string): boolean {
  const [mine, wanted] = [numbers(version), numbers(least)]
  if (!mine || !wanted) return false
  const at = mine.findIndex((part, index) => part !== wanted[index])
  return at >= 0 && (mine[at] as number) < (wanted[at] as number)
}

const numbers = (version: string): number[] | undefined => /^(\d+)\.(\d+)\.(\d+)$/.exec(version)?.slice(1).map(Number)
