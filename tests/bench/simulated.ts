import { secondContractOffersOfRelease } from '#server/terms/secondContractTerms.ts'
import { type MarketDay, simulatedDays } from './support/simulatedDays.ts'
import { sized } from './support/size.ts'
import { median, type Row } from './support/table.ts'
import { strategies } from './timedStrategies.ts'

// The simulated market by `sim2`: 60 days of six markets. What real markets are like stands beside.

const minute = 60
const lags = [1, 15, 60] as const

class Sums {
  n = 0
  private a = 0
  private b = 0
  private ab = 0
  private aa = 0
  private bb = 0
  add(a: number, b: number): void {
    this.n++
    this.a += a
    this.b += b
    this.ab += a * b
    this.aa += a * a
    this.bb += b * b
  }
  get correlation(): number {
    const { n, a, b, ab, aa, bb } = this
    return (ab / n - (a * b) / n / n) / Math.sqrt((aa / n - (a / n) ** 2) * (bb / n - (b / n) ** 2))
  }
}

/** Logarithmic moves from one multiple of `every` seconds to the next, while it is open. */
function movesOf({ prices }: MarketDay, every: number): number[] {
  const moves: number[] = []
  for (let at = every; at < prices.length; at += every) {
    const [from, to] = [prices[at - every]!, prices[at]!]
    moves.push(from > 0 && to > 0 ? Math.log(to / from) : Number.NaN)
  }
  return moves
}

const isMove = (move: number): boolean => !Number.isNaN(move)

/** A year by hand: BENCH_DAYS=365. */
export async function simulated(): Promise<Row[]> {
  const count = Number(process.env['BENCH_DAYS'] ?? sized(60, 1))
  const between = new Map([60, 300, 900].map((every) => [every, new Sums()]))
  const kurtoses = new Map<string, number[]>()
  const volatilities = new Map<string, number[]>()
  const clustering = new Map(lags.map((lag) => [lag, new Sums()]))
  const signs = new Map<string, Sums>()
  const earned = new Map<string, { n: number; sum: number; square: number; edge: number }>()

  for (const day of simulatedDays(count)) {
    for (const [every, sums] of between) {
      const other = movesOf(day.get('ETHUSDT')!, every)
      movesOf(day.get('BTCUSDT')!, every).forEach((move, at) => sums.add(move, other[at]!))
    }
    for (const [symbol, market] of day) {
      const moves = movesOf(market, minute)
      const open = moves.filter(isMove)
      if (open.length < 1_000) continue
      const variance = open.reduce((sum, move) => sum + move * move, 0) / open.length
      note(kurtoses, symbol, open.reduce((sum, move) => sum + move ** 4, 0) / open.length / variance ** 2)
      note(volatilities, symbol, Math.sqrt(variance / minute) / market.sigma)
      for (const [lag, sums] of clustering)
        moves.forEach(
          (move, at) => at >= lag && isMove(move) && isMove(moves[at - lag]!) && sums.add(Math.abs(move), Math.abs(moves[at - lag]!)),
        )
      for (const every of [60, 120, 300, 600]) {
        const name = `${symbol} ${every}`
        const sums = signs.get(name) ?? new Sums()
        signs.set(name, sums)
        const way = movesOf(market, every).map(Math.sign)
        way.forEach((sign, at) => at > 0 && isMove(sign) && isMove(way[at - 1]!) && sums.add(sign, way[at - 1]!))
      }
      for (const { seconds, odds: text } of secondContractOffersOfRelease.filter((set) => set.symbol === symbol)) {
        const odds = Number(text)
        for (const [name, choose] of Object.entries(strategies)) {
          for (let second = 1_000; second + seconds + 1 < market.prices.length; second += seconds) {
            const [open, close] = [market.prices[second + 1]!, market.prices[second + 1 + seconds]!]
            const chosen = open > 0 && close > 0 ? choose(market, second, day) : 0
            if (chosen === 0) continue
            const of = earned.get(`${name}|${seconds}`) ?? { n: 0, sum: 0, square: 0, edge: 50 * (1 - odds) }
            earned.set(`${name}|${seconds}`, of)
            const result = close === open ? 0 : Math.sign(close - open) === chosen ? 100 * odds : -100
            of.n++
            of.sum += result
            of.square += result * result
          }
        }
      }
    }
  }
  return [
    ...[...between].map(
      ([every, sums]): Row => ({
        name: `Correlation BTC–ETH, ${every / minute} min`,
        figure: sums.correlation,
        unit: '',
        beside: { what: 'recorded days', figure: { 60: 0.46, 300: 0.74, 900: 0.86 }[every]! },
      }),
    ),
    ...[...kurtoses].map(
      ([symbol, values]): Row => ({
        name: `Kurtosis of a day's minutes, median, ${symbol}`,
        figure: median(values),
        unit: '',
        beside: { what: 'wanted at least', figure: 5 },
      }),
    ),
    ...[...volatilities].map(
      ([symbol, values]): Row => ({
        name: `Volatility of a day, mean, ${symbol}`,
        figure: values.reduce((sum, value) => sum + value, 0) / values.length,
        unit: '× σ',
        beside: { what: 'wanted', figure: 1 },
      }),
    ),
    ...[...clustering].map(
      ([lag, sums]): Row => ({
        name: `Size of a minute's move and of that ${lag} min before`,
        figure: sums.correlation,
        unit: 'correlation',
      }),
    ),
    {
      name: 'Sign of a move and of the one before, 60–600 s, furthest of all',
      figure: Math.max(...[...signs.values()].map((sums) => Math.abs(sums.correlation) * Math.sqrt(sums.n))),
      unit: 'standard errors',
      beside: { what: 'wanted at most', figure: 4 },
    },
    ...[...best(earned)].map(
      ([name, { mean, error, edge, seconds }]): Row => ({
        name: `Timed contracts ${name} (${seconds} s, best of its lengths)`,
        figure: mean,
        unit: `of 100 staked, ± ${error.toFixed(2)}`,
        beside: { what: 'coin toss', figure: -edge },
      }),
    ),
  ]
}

const note = (into: Map<string, number[]>, symbol: string, value: number): void => {
  into.set(symbol, [...(into.get(symbol) ?? []), value])
}

/** Of each strategy the length of contract with which it beats the coin toss by most standard errors. */
function best(earned: ReadonlyMap<string, { n: number; sum: number; square: number; edge: number }>) {
  const found = new Map<string, { mean: number; error: number; edge: number; seconds: string; over: number }>()
  for (const [key, { n, sum, square, edge }] of earned) {
    const [name, seconds] = key.split('|') as [string, string]
    const mean = sum / n
    const error = Math.sqrt((square / n - mean * mean) / n)
    const over = (mean + edge) / error
    if (!(over <= (found.get(name)?.over ?? Number.NEGATIVE_INFINITY))) found.set(name, { mean, error, edge, seconds, over })
  }
  return found
}
