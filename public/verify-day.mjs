// Every line of one day of Fairlead's record: that together they are the list that was signed, and that each simulated price follows from the one
// before it and the day's seed. Beside verify-record.mjs and verify-sim.mjs: node verify-record.mjs <address> <YYYY-MM-DD> [heads.json]
import { createHmac, createSecretKey, hash } from 'node:crypto'
import { crossPrice, dayName, dayOf, drawnFunding, drawnHashprice, followingPrice, isOpenAt, isPromised, knownMarket, publishedVolatility, simCrosses, simDay, simMarkets, startOfDayNumber, volatilityClass, walkOf } from './verify-sim.mjs'

const [hour, pieceSeconds, daySeconds] = [3_600, 300, 86_400]
/** So many hours in which it trades a market's record before the day is looked for, as long as there were any records then. */
const hoursBack = 24
/** The market that never closes. */
const alwaysOpen = 'BTCUSDT'
/** Of prices that are wrong, so many are listed. */
const mostListed = 20

const scaled = (price) => BigInt(price.replace('.', ''))
const written = (price) => `${price / 10n ** 10n}.${String(price % 10n ** 10n).padStart(10, '0')}`
const count = (number) => number.toLocaleString('en')
const readLine = (text) => {
  const [, symbol, sec, price, mode, , sources] = text.split('|')
  return { symbol, sec: Number(sec), price, mode, sources: sources.split(',') }
}

/** RFC 6962, a line at a time: whole subtrees wait on a pile until their right side is there. */
export function growingRoot() {
  const pile = []
  let size = 0
  const node = (left, right) => hash('sha256', Buffer.concat([Buffer.of(1), left, right]), 'buffer')
  return {
    add(text) {
      pile.push(hash('sha256', `\0${text}`, 'buffer'))
      for (let rest = ++size; rest % 2 === 0; rest /= 2) pile.push(node(...pile.splice(-2)))
    },
    size: () => size,
    root: () => pile.toReversed().reduce((right, left) => node(left, right)).toString('hex'),
  }
}

/** The walks of days by their seeds, and the seed of a day, made when first needed. */
function seeds(seedOf) {
  const days = new Map()
  return {
    /** The state of a day's seed: 'known', 'notRevealed', 'wrong', or 'none' of a day on which nothing was promised. */
    async meet(number) {
      const published = await seedOf(dayName(number))
      if (published.commit === null) return 'none'
      if (published.seed === null) return 'notRevealed'
      if (!(await isPromised(published))) return 'wrong'
      const key = createSecretKey(Buffer.from(published.seed, 'hex'))
      const hmac = (text) => createHmac('sha256', key).update(text).digest()
      days.set(number, { hmac, rule: published.rule, walk: walkOf(published.rule, hmac, number), sim2: simDay(hmac, number) })
      return 'known'
    },
    has: (number) => days.has(number),
    of: (number) => days.get(number),
    walkAt: (sec) => days.get(dayOf(sec)).walk,
  }
}

/** What a line must say; undefined of one that no seed says anything about. */
function expected({ symbol, sec, mode, price, sources }, known, before, now) {
  const market = knownMarket(symbol)
  if (mode === 'SIM' && market) {
    const last = before.get(symbol)
    if (last) return written(followingPrice(market, last, { sec, price: scaled(price) }, known.walkAt))
    // A market's first record follows from its reference level; whether it is the first cannot be known of days whose lines are gone.
    const first = written(known.walkAt(sec)(market, market.ref, sec))
    return first === price ? first : undefined
  }
  const cross = mode === 'DERIVED' ? simCrosses[symbol] : undefined
  if (cross && [cross.a, cross.b].join() === sources.join() && sources.every((side) => now.has(side)))
    return written(crossPrice(cross.by, now.get(cross.a), now.get(cross.b)))
  const today = known.of(dayOf(sec))
  if (mode === 'SIM' && today && symbol.startsWith('FUND:')) return drawnFunding(today.hmac, symbol.slice(5), sec)
  const level = sources.find((source) => source.startsWith('level='))?.slice(6)
  if (mode === 'SIM' && today && level && symbol.startsWith('HASHPRICE_')) return drawnHashprice(today.hmac, symbol.slice(10), dayName(dayOf(sec)), level)
  const category = mode === 'SIM' && symbol.startsWith('VOL:') ? Object.keys(volatilityClass).find((one) => `VOL:${volatilityClass[one]}` === symbol) : undefined
  if (!category) return undefined
  const since = sec - (sec % hour)
  const day = known.of(dayOf(since))
  return day && `${publishedVolatility(day.sim2.regime(category), since)}000000`
}

/** The newest proved record of each simulated market before a day. */
async function recordsBefore(firstSec, { ask, proveQuietly }) {
  const found = new Map()
  for (const symbol of Object.keys(simMarkets)) {
    let to = firstSec - 1
    // The first market never closes: without a record of it nothing was recorded.
    const most = found.size > 0 || symbol === Object.keys(simMarkets)[0] ? hoursBack : 1
    for (let hours = 0; hours < most; hours++, to -= hour) {
      while (!isOpenAt(knownMarket(symbol).category, to)) to -= (to % hour) + 1
      const lines = await ask('ticks', { symbol, from: to - hour + 1, to })
      if (lines.length === 0) continue
      const { sec, mode } = readLine(lines.at(-1))
      const line = mode === 'SIM' ? await proveQuietly(symbol, sec) : undefined
      if (line) found.set(symbol, { sec, price: scaled(readLine(line).price) })
      break
    }
  }
  return found
}

/** Counts the seconds of a day that have no price of the market that never closes: whoever left some out shows it here. */
function counting(firstSec) {
  let [had, nextSec, longest] = [0, firstSec, { seconds: 0, fromSec: firstSec }]
  const note = (sec) => {
    if (sec - nextSec > longest.seconds) longest = { seconds: sec - nextSec, fromSec: nextSec }
    nextSec = sec + 1
  }
  return {
    /** The first second of a record that only began. */
    begin: (sec) => (nextSec = sec),
    had: (sec) => {
      had++
      note(sec)
    },
    words(seconds, of) {
      note(firstSec + daySeconds)
      const missing = seconds - had
      if (missing === 0) return { isGood: true, text: `${alwaysOpen} has a price in each of the ${count(seconds)} seconds of ${of}` }
      const stretch = `the longest stretch ${count(longest.seconds)} from ${new Date(longest.fromSec * 1000).toISOString()} on`
      return { isGood: undefined, text: `${alwaysOpen} has no price in ${count(missing)} of the ${count(seconds)} seconds of ${of}, ${stretch}` }
    },
  }
}

export async function verifyDay(day, { ask, seedOf, tell, proveHead, proveQuietly, committed }) {
  const number = Date.parse(`${day}T00:00:00Z`) / 86_400_000
  const firstSec = startOfDayNumber(number)
  const { head, first } = await proveHead(day)
  const known = seeds(seedOf)
  const state = await known.meet(number)
  if (state === 'notRevealed')
    return tell('summary', undefined, { text: `the seed of ${day} is published after the day: from ${new Date((firstSec + daySeconds) * 1000).toISOString()} on` })
  if (state === 'wrong') tell('follows', false, { state: 'wrongSeed', day })
  if (state === 'known') await committed(firstSec)
  const before = state === 'known' ? await recordsBefore(firstSec, { ask, proveQuietly }) : new Map()
  for (let earlier = Math.min(number, ...Array.from(before.values(), ({ sec }) => dayOf(sec + 1))); earlier < number; earlier++)
    if ((await known.meet(earlier)) === 'wrong') tell('follows', false, { state: 'wrongSeed', day: dayName(earlier) })
  /** Whether the seeds of all days from a record to the next one are there. */
  const isReached = ({ sec }) => {
    for (let each = dayOf(sec + 1); each <= number; each++) if (!known.has(each)) return false
    return true
  }

  const tree = growingRoot()
  if (first !== undefined) tree.add(first)
  const checked = new Set()
  const [seconds, wrong, skipped] = [new Set(), [], new Set()]
  let prices = 0
  let [nowSec, now] = [0, new Map()]
  const covered = counting(firstSec)
  let beginsSec = first === undefined ? undefined : firstSec
  let commitments = 0
  for (let from = firstSec; from < firstSec + daySeconds; from += pieceSeconds) {
    for (const text of await ask('ticks', { from, to: from + pieceSeconds - 1 })) {
      tree.add(text)
      const line = readLine(text)
      if (line.sec !== nowSec) [nowSec, now] = [line.sec, new Map()]
      const { symbol, sec, mode, price } = line
      if (symbol === alwaysOpen) {
        if (beginsSec === undefined) covered.begin((beginsSec = sec))
        covered.had(sec)
      }
      if (symbol === 'LOG:SEED') commitments++
      const last = before.get(symbol)
      const must = state === 'known' && (!last || isReached(last)) ? expected(line, known, before, now) : undefined
      if (mode === 'SIM' && knownMarket(symbol)) {
        now.set(symbol, scaled(price))
        before.set(symbol, { sec, price: scaled(price) })
        if (must === undefined) skipped.add(symbol)
      } else if (mode === 'SIM' && must === undefined) skipped.add(symbol)
      if (must === undefined) continue
      prices++
      checked.add(symbol)
      seconds.add(sec)
      if (must !== price) wrong.push({ symbol, sec, published: price, computed: must })
    }
    const done = (from - firstSec) / pieceSeconds + 1
    if (done % 24 === 0) console.log(`  ${Math.round((100 * done * pieceSeconds) / daySeconds)} %: ${count(tree.size())} lines, ${count(prices)} prices computed again`)
  }

  tell('whole', tree.size() > 0 && tree.size() === head.treeSize && tree.root() === head.root, { count: tree.size(), head })
  const { isGood, text } = covered.words(firstSec + daySeconds - (beginsSec ?? firstSec), beginsSec === firstSec ? 'the day' : 'the day since its first record')
  tell('summary', isGood, { text })
  if (commitments > 1) tell('summary', false, { text: `${commitments} commitments to seeds stand in the record of this day: whoever has several can choose` })
  for (const one of wrong.slice(0, mostListed)) tell('wrongPrice', false, one)
  if (wrong.length > mostListed) tell('summary', false, { text: `and ${count(wrong.length - mostListed)} more` })
  if (skipped.size > 0) tell('summary', undefined, { text: `published from the seed, and not computed again here: ${[...skipped].sort().join(', ')}` })
  if (state === 'none') return tell('summary', undefined, { text: `no market was simulated on ${day}` })
  if (state === 'known' && wrong.length === 0)
    tell('summary', prices > 0, { text: `follows from the day's seed (${known.of(number).rule}): ${count(seconds.size)} seconds × ${checked.size} markets and other numbers, ${count(prices)} numbers` })
}
