import type { MarketDay } from './support/simulatedDays.ts'

/** Which way a timed contract is bought at a second, by what was recorded until then; 0 for not at all. */
type Strategy = (day: MarketDay, second: number, all: ReadonlyMap<string, MarketDay>) => -1 | 0 | 1

const way = (value: number): -1 | 0 | 1 => (value > 0 ? 1 : value < 0 ? -1 : 0)
/** How far it has come over the last seconds; 0 where it was closed. */
const moved = ({ prices }: MarketDay, second: number, over: number): number => {
  const [from, to] = [prices[second - over] ?? 0, prices[second] ?? 0]
  return from > 0 && to > 0 ? to / from - 1 : 0
}
const usual = ({ sigma }: MarketDay, over: number): number => sigma * Math.sqrt(over)
const mean = ({ prices }: MarketDay, second: number, over: number): number => {
  let sum = 0
  for (let at = second - over + 1; at <= second; at += 10) sum += prices[at] ?? 0
  return sum / Math.ceil(over / 10)
}

/** The ten simplest. */
export const strategies: Readonly<Record<string, Strategy>> = {
  'with the last minute': (day, second) => way(moved(day, second, 60)),
  'against the last minute': (day, second) => way(-moved(day, second, 60)),
  'with the last ten minutes': (day, second) => way(moved(day, second, 600)),
  'against the last ten minutes': (day, second) => way(-moved(day, second, 600)),
  'with a large move of a minute': (day, second) =>
    Math.abs(moved(day, second, 60)) > 3 * usual(day, 60) ? way(moved(day, second, 60)) : 0,
  'against a large move of a minute': (day, second) =>
    Math.abs(moved(day, second, 60)) > 3 * usual(day, 60) ? way(-moved(day, second, 60)) : 0,
  'back to the reference level': (day, second) => way(day.ref - (day.prices[second] ?? 0)),
  'with the crossing of two averages': (day, second) =>
    moved(day, second, 900) === 0 ? 0 : way(mean(day, second, 120) - mean(day, second, 900)),
  'with what Bitcoin just did': (day, second, all) => {
    const bitcoin = all.get('BTCUSDT')!
    return day === bitcoin ? 0 : way(moved(bitcoin, second, 30))
  },
  'up whenever it is quiet': (day, second) =>
    moved(day, second, 300) !== 0 && Math.abs(moved(day, second, 300)) < 0.3 * usual(day, 300) ? 1 : 0,
}
