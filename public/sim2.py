#!/usr/bin/env python3
"""Fairlead's simulated prices, once more. Python 3.8 or newer and nothing else.

    python3 sim2.py walk SEED DAY SYMBOL PRICE SECOND COUNT   prices of COUNT seconds after SECOND, by the rule sim2
    python3 sim2.py walk1 SEED SYMBOL PRICE SECOND COUNT      the same by the rule sim1, for days that were promised with it
    python3 sim2.py vol SEED CLASS SECOND                     what VOL:CRYPTO, VOL:METAL or VOL:FOREX says for the hour that begins at SECOND
    python3 sim2.py past SYMBOL GENESIS PERIOD SECOND         a bar of the generated history before the second GENESIS
    python3 sim2.py vectors FILE                              compares with /sim2-vectors.json

SEED is what /api/public/fair/simSeed?day=DAY says once the day is over, DAY is that of UTC+8, PRICE the recorded price of SECOND, also
the last one before a market was closed. The commitment that is printed is the one that was published before the day.
Prices are whole numbers of 1e-10, every division cut toward zero; bars of the past are drawn with a computer's usual numbers here and there. A cross, such as EURJPY, is made of the prices of its two sides.
"""
import hashlib
import hmac
import json
import math
import sys
from datetime import date, datetime, timezone
from functools import lru_cache

# Reference level, volatility a year, class; and how much of each factor is in it, in thousandths.
MARKETS = {
    "BTCUSDT": ("90000.00", 0.55, "CRYPTO", {"CRYPTO": 920, "DOLLAR": -60}),
    "ETHUSDT": ("3200.00", 0.70, "CRYPTO", {"CRYPTO": 880, "DOLLAR": -60}),
    "BNBUSDT": ("850.00", 0.65, "CRYPTO", {"CRYPTO": 760, "DOLLAR": -40}),
    "SOLUSDT": ("150.00", 0.85, "CRYPTO", {"CRYPTO": 830, "DOLLAR": -50}),
    "XRPUSDT": ("2.2000", 0.85, "CRYPTO", {"CRYPTO": 740, "DOLLAR": -40}),
    "ADAUSDT": ("0.5000", 0.90, "CRYPTO", {"CRYPTO": 790, "DOLLAR": -40}),
    "DOGEUSDT": ("0.16000", 0.95, "CRYPTO", {"CRYPTO": 770, "DOLLAR": -40}),
    "TRXUSDT": ("0.28000", 0.60, "CRYPTO", {"CRYPTO": 560, "DOLLAR": -30}),
    "LTCUSDT": ("90.00", 0.70, "CRYPTO", {"CRYPTO": 760, "DOLLAR": -40}),
    "BCHUSDT": ("480.00", 0.75, "CRYPTO", {"CRYPTO": 740, "DOLLAR": -40}),
    "LINKUSDT": ("14.000", 0.85, "CRYPTO", {"CRYPTO": 800, "DOLLAR": -40}),
    "AVAXUSDT": ("16.000", 0.90, "CRYPTO", {"CRYPTO": 800, "DOLLAR": -40}),
    "DOTUSDT": ("3.000", 0.85, "CRYPTO", {"CRYPTO": 800, "DOLLAR": -40}),
    "TONUSDT": ("2.000", 0.80, "CRYPTO", {"CRYPTO": 640, "DOLLAR": -30}),
    "UNIUSDT": ("6.000", 0.90, "CRYPTO", {"CRYPTO": 760, "DOLLAR": -40}),
    "ATOMUSDT": ("2.800", 0.85, "CRYPTO", {"CRYPTO": 770, "DOLLAR": -40}),
    "XAUUSD": ("4050.00", 0.16, "METAL", {"METAL": 760, "DOLLAR": -380}),
    "XAGUSD": ("50.000", 0.30, "METAL", {"METAL": 800, "DOLLAR": -320}),
    "XPTUSD": ("1550.00", 0.26, "METAL", {"METAL": 620, "DOLLAR": -280}),
    "XPDUSD": ("1400.00", 0.36, "METAL", {"METAL": 480, "DOLLAR": -220}),
    "EURUSD": ("1.16000", 0.07, "FOREX", {"DOLLAR": -850}),
    "GBPUSD": ("1.32000", 0.08, "FOREX", {"DOLLAR": -760}),
    "AUDUSD": ("0.65000", 0.09, "FOREX", {"DOLLAR": -700}),
    "NZDUSD": ("0.57000", 0.09, "FOREX", {"DOLLAR": -680}),
    "USDJPY": ("155.000", 0.09, "FOREX", {"DOLLAR": 620}),
    "USDCAD": ("1.40000", 0.06, "FOREX", {"DOLLAR": 640}),
    "USDCHF": ("0.80000", 0.08, "FOREX", {"DOLLAR": 780}),
    "USDSGD": ("1.30000", 0.04, "FOREX", {"DOLLAR": 740}),
    "USDCNH": ("7.1000", 0.04, "FOREX", {"DOLLAR": 560}),
    "USDTHB": ("32.500", 0.06, "FOREX", {"DOLLAR": 460}),
}
CROSSES = {
    "EURJPY": ("EURUSD", "*", "USDJPY"),
    "GBPJPY": ("GBPUSD", "*", "USDJPY"),
    "EURGBP": ("EURUSD", "/", "GBPUSD"),
    "AUDJPY": ("AUDUSD", "*", "USDJPY"),
}
FACTORS = ("CRYPTO", "METAL", "DOLLAR")
# Variance when high and when low, in thousandths; drawn anew when its byte is below the third.
COMPONENTS = ((1270, 680, 0), (1400, 600, 6), (1550, 450, 22), (1550, 450, 64), (1550, 450, 128))
# Variance by the hour (UTC), in thousandths.
HOURS = {
    "CRYPTO": (950, 850, 800, 700, 650, 650, 750, 850, 950, 950, 900, 950, 1100, 1450, 1650, 1600, 1350, 1200, 1100, 1050, 950, 950, 850, 800),
    "METAL": (600, 750, 700, 550, 500, 500, 650, 950, 1050, 950, 900, 1000, 1600, 2000, 2150, 1800, 1400, 1100, 900, 800, 650, 0, 750, 750),
    "FOREX": (650, 700, 650, 550, 500, 550, 850, 1350, 1400, 1250, 1100, 1100, 1550, 1850, 1950, 1700, 1300, 950, 800, 750, 650, 500, 650, 700),
}
DAY, SHIFT, STEP = 86_400, 28_800, 300
BILLION = 10**9


def cut(a, b):
    """a ÷ b, cut toward zero."""
    return abs(a) // abs(b) * (1 if (a < 0) == (b < 0) else -1)


def scaled(text):
    whole, _, part = text.partition(".")
    return int(whole + part[:10].ljust(10, "0"))


def sigma_of(symbol):
    """Standard deviation of a usual second, in billionths."""
    return math.floor(MARKETS[symbol][1] / math.sqrt(31_536_000) * 1e9 + 0.5)


def parts_of(symbol):
    """Whose draws a market's moves are made of, in thousandths; its own is what is missing to 1,000 by squares."""
    loadings = MARKETS[symbol][3] if symbol in MARKETS else {}
    shared = [(factor, loadings[factor]) for factor in FACTORS if factor in loadings]
    return shared + [(symbol, math.isqrt(1_000_000 - sum(share * share for _, share in shared)))]


def is_open(kind, second):
    of_week = (second + SHIFT + 3 * DAY) % (7 * DAY)
    if kind == "CRYPTO":
        return True
    return 6 * 3600 <= of_week < 5 * DAY + 5 * 3600 and not (kind == "METAL" and 5 * 3600 <= of_week % DAY < 6 * 3600)


def shape(kind, second):
    """Variance of a second by its hour and weekday, in thousandths of the usual one."""
    hour = HOURS[kind][second // 3600 % 24]
    if kind != "CRYPTO":
        return hour
    return hour * (600 if datetime.fromtimestamp(second, timezone.utc).weekday() >= 5 else 1160) // 1000


def regime(chance):
    """Of each 5 minutes of a day, from five bytes for each: variance in millionths, and that of the two slowest components alone."""
    variances, slow, high = [], [], [False] * 5
    for step in range(DAY // STEP):
        product = 1_000_000
        for place, (up, down, changes) in enumerate(COMPONENTS):
            byte = chance[5 * step + place]
            if step == 0 or byte < changes:
                high[place] = byte % 2 == 0
            product = product * (up if high[place] else down) // 1000
            if place == 1:
                slow.append(product)
        variances.append(product)
    return variances, slow


def jump(chance, name):
    """Second of the day and size, in thousandths of a usual second's standard deviation; or nothing."""
    words = [int.from_bytes(chance[at : at + 4], "big") for at in (0, 4, 8, 12)]
    limit, size = (0x40000000, 140) if name in FACTORS else (0x20000000, 160)
    if words[0] >= limit:
        return None
    return words[1] % DAY, size * (500 + words[2] % 1001) * (1 if words[3] % 2 == 0 else -1)


def words_draw(digest, unit):
    total = sum(int.from_bytes(digest[at : at + 4], "big") for at in range(0, 32, 4))
    return cut((total - 4 * (2**32 - 1)) * unit, 3_506_826_112)


class Day:
    """A day by the rule sim2."""

    def __init__(self, seed, day):
        self.seed, self.begins = seed, day * DAY - SHIFT

    def mac(self, text):
        return hmac.new(self.seed, text.encode(), hashlib.sha256).digest()

    @lru_cache(None)
    def regime(self, kind):
        return regime(b"".join(self.mac(f"sim2|VOL|{kind}|{block}")[:30] for block in range(48)))

    @lru_cache(None)
    def jump(self, name):
        return jump(self.mac(f"sim2|JUMP|{name}"), name)

    def draw(self, name, second):
        drawn = words_draw(self.mac(f"sim2|{name}|{second}"), BILLION)
        jumped = self.jump(name)
        return drawn + (jumped[1] * 1_000_000 if jumped and jumped[0] == second - self.begins else 0)

    def volatility(self, kind, second):
        """The root of the two slowest components, as a multiple of the usual; four decimals."""
        root = math.isqrt(self.regime(kind)[1][(second - self.begins) // STEP] * 1_000_000)
        return f"{root // 1_000_000}.{root % 1_000_000 // 100:04d}"

    def next(self, symbol, price, second):
        if not 0 <= second - self.begins < DAY:
            raise ValueError(f"second {second} is not in that day")
        ref, _, kind, _ = MARKETS[symbol]
        variance = self.regime(kind)[0][(second - self.begins) // STEP] * shape(kind, second) // 1000
        moves = cut(sum(self.draw(name, second) * share for name, share in parts_of(symbol)), 1000)
        walked = cut(price * sigma_of(symbol) * math.isqrt(variance * 1_000_000) * moves, 10**24)
        return price + walked + cut((scaled(ref) - price) * 134 * variance, 10**15)


def next_sim1(seed, symbol, price, second):
    drawn = words_draw(hmac.new(seed, f"sim1|{symbol}|{second}".encode(), hashlib.sha256).digest(), BILLION)
    return price + cut(price * sigma_of(symbol) * drawn, 10**18) + cut((scaled(MARKETS[symbol][0]) - price) * 1604, BILLION)


# ---- The generated history: the same law, drawn from names instead of a seed.

PERIODS = {"1m": 60, "5m": 300, "15m": 900, "30m": 1800, "1h": 3600, "4h": 14_400, "1d": DAY}
UNIT = 10_000


def away(price, part):
    return price + cut(price * part, BILLION)


def part_between(start, end):
    return cut((end - start) * BILLION, start)


def drawn_to(end, steps, variances):
    """Where a walk comes by that must end there: its steps, then drawn in proportion to the variance that has passed."""
    edges, passed = [0], [0]
    for step, variance in zip(steps, variances):
        edges.append(edges[-1] + step)
        passed.append(passed[-1] + variance)
    missing = end - edges[-1]
    return [edges[0]] + [edge + cut(missing * (past * 1_000_000 // passed[-1]), 1_000_000) for edge, past in zip(edges[1:], passed[1:])]


def wick(moved, reach):
    return (math.isqrt(moved * moved + reach) - abs(moved)) // 2


def shake(text, length):
    return hashlib.shake_128(text.encode()).digest(length)


class Past:
    """The generated history of one market before the second `genesis`."""

    def __init__(self, symbol, genesis):
        self.symbol, self.genesis = symbol, genesis
        self.cross = CROSSES.get(symbol)
        if self.cross:
            a, by, b = self.cross
            self.sides = Past(a, genesis), Past(b, genesis)
            self.kind = MARKETS[a][2]
            loads = dict(parts_of(b))
            shared = sum(share * loads.get(name, 0) for name, share in parts_of(a)) * (1 if by == "*" else -1)
            x, y = sigma_of(a), sigma_of(b)
            self.sigma = math.isqrt(x * x + y * y + cut(2 * x * y * shared, 1_000_000))
        else:
            self.ref, self.kind, self.sigma = scaled(MARKETS[symbol][0]), MARKETS[symbol][2], sigma_of(symbol)

    @lru_cache(None)
    def steps(self, day):
        """Places, shapes and seconds of the open 5 minutes of a day, and its variance in usual seconds."""
        begins, found = day * DAY - SHIFT, []
        for place in range(DAY // STEP):
            second = begins + place * STEP
            if second < self.genesis and is_open(self.kind, second):
                found.append((place, shape(self.kind, second), min(STEP, self.genesis - second)))
        return found, sum(form * seconds for _, form, seconds in found) // 1000

    @lru_cache(None)
    def variance(self, day):
        byte = shake(f"gen2|VOL|{self.kind}|{day}", 1)[0]
        return self.steps(day)[1] * (COMPONENTS[0][0] if byte % 2 == 0 else COMPONENTS[0][1])

    def move(self, of, number, variance):
        drawn = [(words_draw(hashlib.sha256(f"gen2|{name}|{of}|{number}".encode()).digest(), UNIT), share) for name, share in parts_of(self.symbol)]
        deviation = self.sigma * math.isqrt(variance * 1000) // 1000
        return cut(deviation * cut(sum(draw * share for draw, share in drawn), 1000), UNIT)

    def week_of(self, day):
        return (day + 3) // 7 * 7 - 3

    def days_of(self, week):
        return [day for day in range(week, week + 7) if day * DAY - SHIFT < self.genesis]

    @lru_cache(None)
    def week_close(self, week):
        newest = self.week_of((self.genesis - 1 + SHIFT) // DAY)
        closes = [self.ref]
        for known in range(newest, week, -7):
            variance = sum(self.variance(day) for day in self.days_of(known))
            pull = cut((self.ref - closes[-1]) * 134 * variance, 10**12)
            closes.append(away(closes[-1], -self.move("week", known, variance)) + pull)
        return closes[-1]

    @lru_cache(None)
    def day_edges(self, week):
        start, end, days = self.week_close(week - 7), self.week_close(week), self.days_of(week)
        variances = [self.variance(day) for day in days]
        if not any(variances):
            return [start] + [end for _ in days]
        last = max(at for at, variance in enumerate(variances) if variance > 0)
        parts = drawn_to(part_between(start, end), [self.move("day", day, variances[at]) for at, day in enumerate(days)], variances)
        return [start] + [end if at >= last else away(start, parts[at + 1]) for at in range(len(days))]

    @lru_cache(None)
    def path(self, day):
        """A day in steps of 5 minutes: edges in billionths, edges as prices, bars, standard deviations."""
        steps, _ = self.steps(day)
        if not steps:
            return None
        regimes = regime(shake(f"gen2|VOL|{self.kind}|{day}", DAY // STEP * 5))[0]
        deviations, variances = [], []
        for place, form, seconds in steps:
            now = regimes[place] * form // 1000
            deviations.append(math.isqrt(self.sigma * self.sigma * seconds) * math.isqrt(now) // 1000)
            variances.append(now * seconds // 1000)
        if self.cross:
            (one, other), by = [side.path(day) for side in self.sides], self.cross[1]
            # Whole billionths, by fractions of two: what a computer's usual numbers give.
            pair = zip(one["edges"], other["edges"])
            edges = [math.trunc(a + b + (a * b) / BILLION if by == "*" else ((a - b) * BILLION) / (BILLION + b)) for a, b in pair]
            prices = [x * y // 10**10 if by == "*" else x * 10**10 // y for x, y in zip(one["prices"], other["prices"])]
            margin = 3
        else:
            week = self.week_of(day)
            start, end = self.day_edges(week)[day - week : day - week + 2]
            moves = [0] * len(steps)
            for name, share in parts_of(self.symbol):
                chance = shake(f"gen2|{name}|{day}", 16 + 4 * 288)
                jumped = jump(chance, name)
                for at, (place, _, _) in enumerate(steps):
                    drawn = cut((sum(chance[16 + 4 * place : 20 + 4 * place]) - 510) * 100 * UNIT, 14_780)
                    if jumped and jumped[0] // STEP == place:
                        drawn += cut(jumped[1] * 10 * 57_735, 1_000_000)
                    moves[at] += share * drawn
            edges = drawn_to(part_between(start, end), [cut(deviation * cut(move, 1000), UNIT) for deviation, move in zip(deviations, moves)], variances)
            prices = [start] + [away(start, edge) for edge in edges[1:-1]] + [end]
            margin = 0
        wicks = shake(f"gen2|{self.symbol}|{day}", 16 + 12 * 288)[16 + 4 * 288 :]
        ends = []
        for at, (place, _, _) in enumerate(steps):
            unit = deviations[at] ** 2 // 11_700
            square = [(sum(wicks[k : k + 2]) - 255) ** 2 + (sum(wicks[k + 2 : k + 4]) - 255) ** 2 for k in (8 * place, 8 * place + 4)]
            moved = edges[at + 1] - edges[at]
            ends.append((max(edges[at : at + 2]) + wick(moved, unit * square[0]) + margin, min(edges[at : at + 2]) - wick(moved, unit * square[1]) - margin))
        return {"steps": steps, "edges": edges, "prices": prices, "ends": ends, "deviations": deviations}

    def range(self, day, start, end):
        path = self.path(day)
        at = [n for n, (place, _, _) in enumerate(path["steps"]) if start <= place < end] if path else []
        if not at:
            return None
        first, prices = path["prices"][0], path["prices"]
        a, b = prices[at[0]], prices[at[-1] + 1]
        high = away(first, max(path["ends"][n][0] for n in at))
        low = away(first, min(path["ends"][n][1] for n in at))
        return a, max(high, a, b), min(low, a, b), b

    def minutes(self, day, place):
        path, bar = self.path(day), self.range(day, place, place + 1)
        if not bar:
            return []
        at = [n for n, (known, _, _) in enumerate(path["steps"]) if known == place][0]
        seconds, deviation = path["steps"][at][2], path["deviations"][at]
        second = day * DAY - SHIFT + place * STEP
        lengths = [min(60, seconds - start) for start in range(0, STEP, 60) if start < seconds]
        start, high_price, low_price, close = bar
        end, high, low = (part_between(start, price) for price in (close, high_price, low_price))
        parts = [math.isqrt(deviation**2 * length // seconds) for length in lengths]

        def way(name, number):
            digest = hashlib.sha256(f"gen2|{name}|{second}|{number}".encode()).digest()
            square = lambda byte: (byte - 127) ** 2
            return [
                (cut((digest[k] + digest[k + 1] - 255) * 100 * UNIT, 10_451), square(digest[k + 2]) + square(digest[k + 3]), square(digest[k + 4]) + square(digest[k + 5]))
                for k in range(0, 30, 6)
            ]

        *shared, (_, own) = parts_of(self.symbol)
        common = [sum(share * way(name, 0)[n][0] for name, share in shared) for n in range(len(lengths))]
        nearest = None
        for number in range(8):
            drawn = way(self.symbol, number)
            steps = [cut(parts[n] * cut(common[n] + own * drawn[n][0], 1000), UNIT) for n in range(len(lengths))]
            edges = drawn_to(end, steps, lengths)
            reach = lambda n, side: wick(edges[n + 1] - edges[n], parts[n] ** 2 // 6_600 * drawn[n][side])
            highs = [max(edges[n : n + 2]) + reach(n, 1) for n in range(len(lengths))]
            lows = [min(edges[n : n + 2]) - reach(n, 2) for n in range(len(lengths))]
            miss = abs(max(highs) - high) + abs(min(lows) - low)
            if nearest is None or miss < nearest[0]:
                nearest = miss, edges, highs, lows
        _, edges, highs, lows = nearest
        reached, sunk, upper, lower = max(highs), min(lows), max(0, end), min(0, end)

        def fitted(part):
            if part > upper:
                return upper + (part - upper) * (high - upper) // (reached - upper)
            if part < lower:
                return lower - (lower - part) * (lower - low) // (lower - sunk)
            return part

        price = lambda part: min(high_price, max(low_price, away(start, fitted(part))))
        prices = [start] + [price(edge) for edge in edges[1:-1]] + [close]
        bars = []
        for n in range(len(lengths)):
            a, b = prices[n : n + 2]
            top = high_price if n == highs.index(reached) else max(price(highs[n]), a, b)
            bottom = low_price if n == lows.index(sunk) else min(price(lows[n]), a, b)
            bars.append((a, top, bottom, b))
        return bars

    def bar(self, period, second):
        """Open, high, low, close of the bar that begins then; nothing where the market was closed or history is over."""
        if second >= self.genesis:
            return None
        day = (second + SHIFT) // DAY
        if period == "1w":
            days = [bar for bar in (self.range(known, 0, 288) for known in self.days_of(day)) if bar]
            return (days[0][0], max(bar[1] for bar in days), min(bar[2] for bar in days), days[-1][3]) if days else None
        of_day = second - (day * DAY - SHIFT)
        if period == "1m":
            minutes = self.minutes(day, of_day // STEP)
            return minutes[of_day % STEP // 60] if of_day % STEP // 60 < len(minutes) else None
        return self.range(day, of_day // STEP, (of_day + PERIODS[period]) // STEP)


def day_number(text):
    return (date.fromisoformat(text) - date(1970, 1, 1)).days


def compare(file):
    with open(file, encoding="utf-8") as opened:
        vectors = json.load(opened)
    wrong = 0
    for one in vectors["walk"]:
        day, price = Day(bytes.fromhex(one["seed"]), day_number(one["day"])), int(one["from"])
        for at, expected in enumerate(one["prices"]):
            price = day.next(one["symbol"], price, one["second"] + 1 + at)
            wrong += str(price) != expected
    for one in vectors["past"]:
        found = Past(one["symbol"], one["genesis"]).bar(one["period"], one["second"])
        wrong += [str(value) for value in found or ()] != one["bar"]
    for one in vectors["volatility"]:
        wrong += Day(bytes.fromhex(one["seed"]), (one["second"] + SHIFT) // DAY).volatility(one["class"], one["second"]) != one["value"]
    for one in vectors["walk1"]:
        price = int(one["from"])
        for at, expected in enumerate(one["prices"]):
            price = next_sim1(bytes.fromhex(one["seed"]), one["symbol"], price, one["second"] + 1 + at)
            wrong += str(price) != expected
    print(f"{sum(len(some) for some in vectors.values())} vectors compared, {wrong} differ")
    return 1 if wrong else 0


def seed_of(text):
    seed = bytes.fromhex(text)
    if len(seed) != 32:
        raise ValueError("a seed is 64 hex digits")
    print("commitment", hashlib.sha256(seed).hexdigest())
    return seed


def walk(symbol, price, second, count, step):
    if symbol in CROSSES:
        one, by, other = CROSSES[symbol]
        raise ValueError(f"{symbol} is {one} {by} {other}: walk these, then a*b // 10**10 or a*10**10 // b")
    if symbol not in MARKETS:
        raise ValueError(f"there is no market {symbol}")
    now = scaled(price)
    for at in range(int(second) + 1, int(second) + 1 + int(count)):
        # A closed market draws nothing: its price stands, and no record is made.
        if is_open(MARKETS[symbol][2], at):
            now = step(symbol, now, at)
            print(at, now)
        else:
            print(at, now, "closed")


def main(given):
    what, rest = (given[0], given[1:]) if given else ("", [])
    if what in ("-h", "--help"):
        print(__doc__)
    elif what == "walk" and len(rest) == 6:
        seed, day, symbol, price, second, count = rest
        days = [(int(second) + place + SHIFT) // DAY for place in (1, int(count))]
        if days != [day_number(day)] * 2:
            raise ValueError(f"these seconds are not all of {day} (UTC+8)")
        walk(symbol, price, second, count, Day(seed_of(seed), day_number(day)).next)
    elif what == "walk1" and len(rest) == 5:
        seed, symbol, price, second, count = rest
        key = seed_of(seed)
        walk(symbol, price, second, count, lambda *step: next_sim1(key, *step))
    elif what == "vol" and len(rest) == 3:
        seed, kind, second = rest[0], rest[1], int(rest[2])
        print(Day(seed_of(seed), (second + SHIFT) // DAY).volatility(kind, second))
    elif what == "past" and len(rest) == 4:
        bar = Past(rest[0], int(rest[1])).bar(rest[2], int(rest[3]))
        print(*(bar or ["closed, or after the history"]))
    elif what == "vectors" and len(rest) == 1:
        return compare(rest[0])
    else:
        print(__doc__)
        return 2
    return 0


if __name__ == "__main__":
    try:
        sys.exit(main(sys.argv[1:]))
    except (ValueError, KeyError, OSError) as wrong:
        sys.exit(f"sim2.py: {wrong}")
