// How Fairlead's simulated prices follow from a day's seed (/help: "Simulated markets"), and the check of one price.
// Needs Node 20 or a browser and nothing else; verify-record.mjs and /verify.html use it. Made from the very lines that our server runs.
// src/rules/leaf.ts
/** `v1|SYMBOL|sec|price|LIVE|n|name=raw,…`, `…|DERIVED|2|A,B`, `…|SIM|0|-`, and of an input of our own `…|RULE|n|name=raw,…`. */
const priceRecordLeafText = ({ symbol, sec, price, mode, sources }) => `v1|${symbol}|${sec}|${price}|${mode}|${sources.length}|${sources.length === 0 ? "-" : sources.join(",")}`;
/** A leaf that is no price: funding, an overnight rate, a volatility, the root of a log. It alone may be below zero. */
const marketInput = /^(FUND|SWAP|IV|LOG):([A-Z0-9]{1,20})$/;
/** Inputs of our own that are about no market: what mining brings and costs, a network's staking rate, a fund's unit value, how much a class of simulated markets moves. */
const ownInput = /^(VOL:(CRYPTO|METAL|FOREX)|HASHPRICE_[A-Z0-9]{1,10}|KWH|STAKE:[A-Z0-9]{1,10}|NAV:[A-Z0-9-]{1,16})$/;
const isNonMarketInputSymbol = (symbol) => ownInput.test(symbol);
const isRecordInputSymbol = (symbol) => marketInput.test(symbol) || isNonMarketInputSymbol(symbol);
/** The leaf that commits to the seed of a simulated day, as its number (20261128), two days before it: sources `commit`, its SHA-256, and `rule`. */
const seedLogSymbol = "LOG:SEED";
const shape = /^v1\|((?:[A-Z]{1,10}:)?[A-Z0-9_-]{1,20})\|(\d{1,12})\|(-?\d{1,20}\.\d{10})\|([A-Z]{1,10})\|(\d{1,3})\|([ -{}~]+)$/;
/** The inverse; undefined for a text that is not exactly a leaf. */
function parsePriceRecordLeaf(text) {
  const [, symbol, sec, price, mode, count, list] = shape.exec(text) ?? [];
  if (!symbol || !sec || !price || !mode || !list) return void 0;
  if (price.startsWith("-") && !isRecordInputSymbol(symbol)) return void 0;
  const leaf = {
    symbol,
    sec: Number(sec),
    price,
    mode,
    sources: count === "0" ? [] : list.split(",")
  };
  return priceRecordLeafText(leaf) === text ? leaf : void 0;
}

// src/contract/decimal.ts
/** For values known to be plain decimals already: database columns and literals. */
const asDecimal = (text) => text;

// src/rules/scaled.ts
/** Prices inside the market module are whole numbers of 1e-10 (docs/rules/prices.md). */
const scaledPriceOne = 10000000000n;
const places = 10;
/** '90000.12' → 900001200000000n. More than ten decimals are cut off. */
function toScaledPrice(text) {
  const negative = text.startsWith("-");
  const [whole = "0", fraction = ""] = (negative ? text.slice(1) : text).split(".");
  const value = BigInt(whole + fraction.slice(0, places).padEnd(places, "0"));
  return negative ? -value : value;
}
/** Truncated toward zero to `digits` decimals (≤ 10), never '-0.00'. */
function formatScaledPrice(value, digits) {
  const truncated = (value < 0n ? -value : value) / 10n ** BigInt(places - digits);
  const text = truncated.toString().padStart(digits + 1, "0");
  return asDecimal((value < 0n && truncated > 0n ? "-" : "") + (digits === 0 ? text : `${text.slice(0, -digits)}.${text.slice(-digits)}`));
}

// src/rules/sim/days.ts
const daySeconds = 86400;
/** Days begin at 00:00 UTC+8 (docs/rules/time-and-numbers.md). */
const dayShift = 28800;
/** The number of the UTC+8 day that a second is in. */
const dayOf = (sec) => Math.floor((sec + dayShift) / daySeconds);
/** The first second of a UTC+8 day. */
const startOfDayNumber = (day) => day * daySeconds - dayShift;

// src/rules/listing/coins.ts
const rows$2 = [
  {
    base: "BTC",
    name: "Bitcoin",
    tick: "0.01",
    qtyStep: "0.0001",
    minQty: "0.0001",
    maxQty: "10",
    spreadBps: "2",
    hot: 1,
    feeRate: "0.0005",
    lever: 20,
    ref: "90000.00",
    sigmaYear: .55,
    shares: {
      CRYPTO: 920,
      DOLLAR: -60
    }
  },
  {
    base: "ETH",
    name: "Ethereum",
    tick: "0.01",
    qtyStep: "0.001",
    minQty: "0.005",
    maxQty: "300",
    spreadBps: "3",
    hot: 2,
    feeRate: "0.0005",
    lever: 20,
    ref: "3200.00",
    sigmaYear: .7,
    shares: {
      CRYPTO: 880,
      DOLLAR: -60
    }
  },
  {
    base: "BNB",
    name: "BNB",
    tick: "0.01",
    qtyStep: "0.01",
    minQty: "0.02",
    maxQty: "600",
    spreadBps: "5",
    hot: 8,
    listedOn: [
      "binance",
      "kraken",
      "okx"
    ],
    ref: "850.00",
    sigmaYear: .65,
    shares: {
      CRYPTO: 760,
      DOLLAR: -40
    }
  },
  {
    base: "SOL",
    name: "Solana",
    tick: "0.01",
    qtyStep: "0.01",
    minQty: "0.1",
    maxQty: "3000",
    spreadBps: "5",
    hot: 4,
    ref: "150.00",
    sigmaYear: .85,
    shares: {
      CRYPTO: 830,
      DOLLAR: -50
    }
  },
  {
    base: "XRP",
    name: "XRP",
    tick: "0.0001",
    qtyStep: "1",
    minQty: "5",
    maxQty: "200000",
    spreadBps: "5",
    hot: 6,
    ref: "2.2000",
    sigmaYear: .85,
    shares: {
      CRYPTO: 740,
      DOLLAR: -40
    }
  },
  {
    base: "ADA",
    name: "Cardano",
    tick: "0.0001",
    qtyStep: "1",
    minQty: "20",
    maxQty: "600000",
    spreadBps: "6",
    hot: 13,
    ref: "0.5000",
    sigmaYear: .9,
    shares: {
      CRYPTO: 790,
      DOLLAR: -40
    }
  },
  {
    base: "DOGE",
    name: "Dogecoin",
    tick: "0.00001",
    qtyStep: "1",
    minQty: "50",
    maxQty: "2000000",
    spreadBps: "6",
    hot: 7,
    ref: "0.16000",
    sigmaYear: .95,
    shares: {
      CRYPTO: 770,
      DOLLAR: -40
    }
  },
  {
    base: "TRX",
    name: "TRON",
    tick: "0.00001",
    qtyStep: "1",
    minQty: "40",
    maxQty: "1500000",
    spreadBps: "6",
    hot: 15,
    listedOn: [
      "binance",
      "kraken",
      "okx"
    ],
    ref: "0.28000",
    sigmaYear: .6,
    shares: {
      CRYPTO: 560,
      DOLLAR: -30
    }
  },
  {
    base: "LTC",
    name: "Litecoin",
    tick: "0.01",
    qtyStep: "0.01",
    minQty: "0.1",
    maxQty: "4000",
    spreadBps: "6",
    hot: 14,
    ref: "90.00",
    sigmaYear: .7,
    shares: {
      CRYPTO: 760,
      DOLLAR: -40
    }
  },
  {
    base: "BCH",
    name: "Bitcoin Cash",
    tick: "0.01",
    qtyStep: "0.001",
    minQty: "0.02",
    maxQty: "800",
    spreadBps: "6",
    hot: 19,
    ref: "480.00",
    sigmaYear: .75,
    shares: {
      CRYPTO: 740,
      DOLLAR: -40
    }
  },
  {
    base: "LINK",
    name: "Chainlink",
    tick: "0.001",
    qtyStep: "0.1",
    minQty: "1",
    maxQty: "20000",
    spreadBps: "7",
    hot: 16,
    ref: "14.000",
    sigmaYear: .85,
    shares: {
      CRYPTO: 800,
      DOLLAR: -40
    }
  },
  {
    base: "AVAX",
    name: "Avalanche",
    tick: "0.001",
    qtyStep: "0.1",
    minQty: "1",
    maxQty: "20000",
    spreadBps: "7",
    hot: 17,
    ref: "16.000",
    sigmaYear: .9,
    shares: {
      CRYPTO: 800,
      DOLLAR: -40
    }
  },
  {
    base: "DOT",
    name: "Polkadot",
    tick: "0.001",
    qtyStep: "0.1",
    minQty: "4",
    maxQty: "100000",
    spreadBps: "8",
    hot: 20,
    ref: "3.000",
    sigmaYear: .85,
    shares: {
      CRYPTO: 800,
      DOLLAR: -40
    }
  },
  {
    base: "TON",
    name: "Toncoin",
    tick: "0.001",
    qtyStep: "0.1",
    minQty: "6",
    maxQty: "150000",
    spreadBps: "8",
    hot: 18,
    listedOn: [
      "binance",
      "kraken",
      "okx"
    ],
    ref: "2.000",
    sigmaYear: .8,
    shares: {
      CRYPTO: 640,
      DOLLAR: -30
    }
  },
  {
    base: "UNI",
    name: "Uniswap",
    tick: "0.001",
    qtyStep: "0.1",
    minQty: "2",
    maxQty: "50000",
    spreadBps: "8",
    hot: 25,
    ref: "6.000",
    sigmaYear: .9,
    shares: {
      CRYPTO: 760,
      DOLLAR: -40
    }
  },
  {
    base: "ATOM",
    name: "Cosmos",
    tick: "0.001",
    qtyStep: "0.1",
    minQty: "4",
    maxQty: "100000",
    spreadBps: "8",
    hot: 26,
    ref: "2.800",
    sigmaYear: .85,
    shares: {
      CRYPTO: 770,
      DOLLAR: -40
    }
  }
];
const cryptoListings = rows$2.map((row) => ({
  category: "crypto",
  quote: "USDT",
  ...row
}));

// src/rules/listing/currencyPairs.ts
const rows$1 = [
  {
    base: "EUR",
    quote: "USD",
    name: "Euro / US dollar",
    tick: "0.00001",
    spreadBps: "0.8",
    hot: 5,
    lever: 30,
    ref: "1.16000",
    sigmaYear: .07,
    shares: { DOLLAR: -850 }
  },
  {
    base: "GBP",
    quote: "USD",
    name: "Pound / US dollar",
    tick: "0.00001",
    spreadBps: "1.0",
    hot: 11,
    lever: 30,
    ref: "1.32000",
    sigmaYear: .08,
    shares: { DOLLAR: -760 }
  },
  {
    base: "USD",
    quote: "JPY",
    name: "US dollar / Yen",
    tick: "0.001",
    spreadBps: "1.0",
    hot: 9,
    lever: 30,
    ref: "155.000",
    sigmaYear: .09,
    shares: { DOLLAR: 620 }
  },
  {
    base: "AUD",
    quote: "USD",
    name: "Australian dollar / US dollar",
    tick: "0.00001",
    spreadBps: "1.2",
    hot: 12,
    lever: 20,
    ref: "0.65000",
    sigmaYear: .09,
    shares: { DOLLAR: -700 }
  },
  {
    base: "NZD",
    quote: "USD",
    name: "New Zealand dollar / US dollar",
    tick: "0.00001",
    spreadBps: "1.5",
    hot: 24,
    lever: 20,
    ref: "0.57000",
    sigmaYear: .09,
    shares: { DOLLAR: -680 }
  },
  {
    base: "USD",
    quote: "CAD",
    name: "US dollar / Canadian dollar",
    tick: "0.00001",
    spreadBps: "1.2",
    hot: 22,
    lever: 30,
    ref: "1.40000",
    sigmaYear: .06,
    shares: { DOLLAR: 640 }
  },
  {
    base: "USD",
    quote: "CHF",
    name: "US dollar / Swiss franc",
    tick: "0.00001",
    spreadBps: "1.2",
    hot: 23,
    lever: 30,
    ref: "0.80000",
    sigmaYear: .08,
    shares: { DOLLAR: 780 }
  },
  {
    base: "EUR",
    quote: "JPY",
    name: "Euro / Yen",
    tick: "0.001",
    spreadBps: "1.5",
    hot: 21,
    lever: 30,
    ref: "179.800",
    derived: {
      a: "EURUSD",
      b: "USDJPY",
      by: "multiply"
    }
  },
  {
    base: "GBP",
    quote: "JPY",
    name: "Pound / Yen",
    tick: "0.001",
    spreadBps: "2",
    hot: 29,
    lever: 30,
    ref: "204.600",
    derived: {
      a: "GBPUSD",
      b: "USDJPY",
      by: "multiply"
    }
  },
  {
    base: "EUR",
    quote: "GBP",
    name: "Euro / Pound",
    tick: "0.00001",
    spreadBps: "1.5",
    hot: 30,
    lever: 30,
    ref: "0.87878",
    derived: {
      a: "EURUSD",
      b: "GBPUSD",
      by: "divide"
    }
  },
  {
    base: "AUD",
    quote: "JPY",
    name: "Australian dollar / Yen",
    tick: "0.001",
    spreadBps: "2",
    hot: 31,
    lever: 20,
    ref: "100.750",
    derived: {
      a: "AUDUSD",
      b: "USDJPY",
      by: "multiply"
    }
  },
  {
    base: "USD",
    quote: "SGD",
    name: "US dollar / Singapore dollar",
    tick: "0.00001",
    spreadBps: "3",
    hot: 32,
    lever: 20,
    ref: "1.30000",
    sigmaYear: .04,
    shares: { DOLLAR: 740 }
  },
  {
    base: "USD",
    quote: "CNH",
    name: "US dollar / Offshore yuan",
    tick: "0.0001",
    spreadBps: "3",
    hot: 33,
    lever: 20,
    ref: "7.1000",
    sigmaYear: .04,
    shares: { DOLLAR: 560 }
  },
  {
    base: "USD",
    quote: "THB",
    name: "US dollar / Baht",
    tick: "0.001",
    spreadBps: "6",
    hot: 34,
    lever: 20,
    ref: "32.500",
    sigmaYear: .06,
    shares: { DOLLAR: 460 }
  }
];
const forexListings = rows$1.map((row) => ({
  category: "forex",
  ...row
}));

// src/rules/listing/metals.ts
const rows = [
  {
    quote: "USD",
    base: "XAU",
    name: "Gold",
    tick: "0.01",
    qtyStep: "0.01",
    minQty: "0.01",
    maxQty: "250",
    spreadBps: "1.5",
    hot: 3,
    feeRate: "0.0002",
    lever: 20,
    ref: "4050.00",
    sigmaYear: .16,
    shares: {
      METAL: 760,
      DOLLAR: -380
    }
  },
  {
    quote: "USD",
    base: "XAG",
    name: "Silver",
    tick: "0.001",
    qtyStep: "1",
    minQty: "1",
    maxQty: "20000",
    spreadBps: "4",
    hot: 10,
    feeRate: "0.0002",
    lever: 10,
    ref: "50.000",
    sigmaYear: .3,
    shares: {
      METAL: 800,
      DOLLAR: -320
    }
  },
  {
    quote: "USD",
    base: "XPT",
    name: "Platinum",
    tick: "0.01",
    qtyStep: "0.01",
    minQty: "0.1",
    maxQty: "600",
    spreadBps: "6",
    hot: 27,
    feeRate: "0.0003",
    lever: 10,
    ref: "1550.00",
    sigmaYear: .26,
    shares: {
      METAL: 620,
      DOLLAR: -280
    }
  },
  {
    quote: "USD",
    base: "XPD",
    name: "Palladium",
    tick: "0.01",
    qtyStep: "0.01",
    minQty: "0.1",
    maxQty: "600",
    spreadBps: "8",
    hot: 28,
    feeRate: "0.0003",
    lever: 10,
    ref: "1400.00",
    sigmaYear: .36,
    shares: {
      METAL: 480,
      DOLLAR: -220
    }
  }
];
const metalListings = rows.map((row) => ({
  category: "metal",
  ...row
}));

// src/rules/listing/marketListing.ts
/**
* Every market, in stored order (docs/rules/seed-data.md): a symbol's place is its number in the stored price record, so a kind of market that
* gets one more gets it in a list of its own at the end. It stands with the rules because a device computes simulated prices again by itself.
*/
const marketListings = [
  ...cryptoListings,
  ...metalListings,
  ...forexListings
];

// src/rules/sim/draw.ts
const normalSpread = 3506826112n;
const normalCentre = 4 * (2 ** 32 - 1);
const billion$1 = 1000000000n;
/** The big-endian number in four bytes. */
const bigEndianWordAt = (bytes, at) => (bytes[at] << 24 | bytes[at + 1] << 16 | bytes[at + 2] << 8 | bytes[at + 3]) >>> 0;
/** A draw near the normal distribution, times 1e9: the sum of the eight words of a digest, centred and scaled. */
function normalDrawFromDigest(digest) {
  let sum = 0;
  for (let at = 0; at < 32; at += 4) sum += bigEndianWordAt(digest, at);
  return BigInt(sum - normalCentre) * billion$1 / normalSpread;
}
/** Standard deviation of one second in parts per billion: BTC's 55 % a year is 97,940. */
const volatilityPerSecondPpb = (sigmaYear) => BigInt(Math.round(sigmaYear / Math.sqrt(31536e3) * 1e9));

// src/rules/sim/markets.ts
const factors = [
  "CRYPTO",
  "METAL",
  "DOLLAR"
];
const isSimFactor = (name) => factors.includes(name);
/** Those that move by themselves, by symbol. */
const simMarkets = Object.fromEntries(marketListings.flatMap(({ base, quote, category, ref, sigmaYear, shares }) => shares ? [[base + quote, {
  category,
  ref,
  sigmaYear,
  shares
}]] : []));
/** Those that are made of two others, by symbol. */
const simCrosses = Object.fromEntries(marketListings.flatMap(({ base, quote, derived }) => derived ? [[base + quote, derived]] : []));
/** One price from two, truncated at 1e-10: EURJPY = EURUSD × USDJPY, EURGBP = EURUSD ÷ GBPUSD (docs/rules/{prices,seed-data}.md). */
const crossPrice = (by, a, b) => by === "multiply" ? a * b / scaledPriceOne : a * scaledPriceOne / b;
const thousand = 1e3;
/** The draws that a market's moves are made of; the last is its own. */
function drawPartsOf({ symbol }) {
  const factorParts = factors.flatMap((of) => {
    const share = simMarkets[symbol]?.shares[of];
    return share === void 0 ? [] : [{
      of,
      share
    }];
  });
  const remainingSquare = factorParts.reduce((remaining, { share }) => remaining - share * share, thousand * thousand);
  return [...factorParts, {
    of: symbol,
    share: Math.floor(Math.sqrt(remainingSquare))
  }];
}
const createSimMarket = (spec) => ({
  symbol: spec.symbol,
  category: spec.category,
  ref: toScaledPrice(spec.ref),
  sigma: volatilityPerSecondPpb(spec.sigmaYear ?? 0),
  parts: drawPartsOf(spec)
});
/** A market of the list above by its name. */
function knownMarket(symbol) {
  const row = simMarkets[symbol];
  return row && createSimMarket({
    symbol,
    ...row
  });
}

// src/rules/sim/openHours.ts
const hour$2 = 3600;
const day = 24 * hour$2;
const weekOpensAt = 6 * hour$2;
const weekClosesAt = 45e4;
const breakStartsAt = 5 * hour$2;
const breakEndsAt = 6 * hour$2;
const weekShift = 288e3;
/** Seconds since Monday 00:00 UTC+8. */
const secondOfWeek = (sec) => ((sec + weekShift) % (7 * day) + 7 * day) % (7 * day);
/** Whether the market trades in this second. Crypto never closes. */
function isOpenAt(category, sec) {
  if (category === "crypto") return true;
  const at = secondOfWeek(sec);
  if (at < weekOpensAt || at >= weekClosesAt) return false;
  const secondOfDay = at % day;
  return category !== "metal" || secondOfDay < breakStartsAt || secondOfDay >= breakEndsAt;
}

// src/rules/sim/sim1.ts
const billion = 1000000000n;
const quintillion = billion * billion;
/** Pull toward the reference level per second, in parts per billion: half of a distance is gone after five days. */
const pullPpb$1 = 1604n;
/** Whose HMAC a second's draw of a market is. */
const sim1HmacText = (symbol, sec) => `sim1|${symbol}|${sec}`;
/** The price one second later. BigInt division truncates toward zero, as the rule asks. */
function nextSim1Price(price, ref, sigma, draw) {
  return price + price * sigma * draw / quintillion + (ref - price) * pullPpb$1 / billion;
}

// src/rules/sim/jumps.ts
/** A factor jumps on one day in four, a market of its own accord on one in eight. */
const factorJumps = {
  chance: 1073741824,
  size: 140
};
const marketJumps = {
  chance: 536870912,
  size: 160
};
/** The jump of a factor or a market on a day, if it has one: half to one and a half times its usual size, up as often as down. From 16 bytes of chance. */
function drawSimPriceJump(digest, name) {
  const { chance, size } = isSimFactor(name) ? factorJumps : marketJumps;
  if (bigEndianWordAt(digest, 0) >= chance) return void 0;
  const magnitude = size * (500 + bigEndianWordAt(digest, 8) % 1001);
  return {
    second: bigEndianWordAt(digest, 4) % daySeconds,
    size: bigEndianWordAt(digest, 12) % 2 === 0 ? magnitude : -magnitude
  };
}

// src/rules/sim/volatility.ts
/** The volatility of a class of markets stays the same for this many seconds. */
const volatilityStepSeconds = 300;
const stepsInDay = daySeconds / 300;
/**
* The components whose product is the variance, in thousandths: high and low are equally likely. Each is drawn anew at the start of a day and,
* before a step, whenever its byte is below `changes`: never within a day, every 3½ hours, every hour, every 20 and every 10 minutes.
*/
const components = [
  {
    high: 1270,
    low: 680,
    changes: 0
  },
  {
    high: 1400,
    low: 600,
    changes: 6
  },
  {
    high: 1550,
    low: 450,
    changes: 22
  },
  {
    high: 1550,
    low: 450,
    changes: 64
  },
  {
    high: 1550,
    low: 450,
    changes: 128
  }
];
/** One byte for each component and step. */
const regimeBytesPerStep = components.length;
const regimeBytesPerDay = stepsInDay * regimeBytesPerStep;
const volatilityClass = {
  crypto: "CRYPTO",
  metal: "METAL",
  forex: "FOREX"
};
/** The hidden chain of one day, from `regimeBytesPerDay` bytes of chance. */
function simDayRegimeFrom(drawn) {
  const variance = new Uint32Array(stepsInDay);
  const slow = new Uint32Array(stepsInDay);
  const isHigh = components.map(() => false);
  for (let step = 0; step < stepsInDay; step++) {
    let product = 1e6;
    for (let place = 0; place < regimeBytesPerStep; place++) {
      const { high, low, changes } = components[place];
      const byte = drawn[step * regimeBytesPerStep + place];
      if (step === 0 || byte < changes) isHigh[place] = byte % 2 === 0;
      product = Math.floor(product * (isHigh[place] ? high : low) / 1e3);
      if (place === 1) slow[step] = product;
    }
    variance[step] = product;
  }
  return {
    variance,
    slow
  };
}
const byHour = {
  crypto: [
    950,
    850,
    800,
    700,
    650,
    650,
    750,
    850,
    950,
    950,
    900,
    950,
    1100,
    1450,
    1650,
    1600,
    1350,
    1200,
    1100,
    1050,
    950,
    950,
    850,
    800
  ],
  metal: [
    600,
    750,
    700,
    550,
    500,
    500,
    650,
    950,
    1050,
    950,
    900,
    1e3,
    1600,
    2e3,
    2150,
    1800,
    1400,
    1100,
    900,
    800,
    650,
    0,
    750,
    750
  ],
  forex: [
    650,
    700,
    650,
    550,
    500,
    550,
    850,
    1350,
    1400,
    1250,
    1100,
    1100,
    1550,
    1850,
    1950,
    1700,
    1300,
    950,
    800,
    750,
    650,
    500,
    650,
    700
  ]
};
/** Crypto trades on Saturdays and Sundays (UTC) as well, in smaller moves: 5 days of 1,160 and 2 of 600 are 1,000 on average. */
const weekdayCrypto = 1160;
const weekendCrypto = 600;
/** Variance of a second by its hour and day, in thousandths of the usual one. */
function timeOfDayVarianceThousandthsAt(category, sec) {
  const hour = byHour[category][Math.floor(sec / 3600) % 24];
  if (category !== "crypto") return hour;
  const weekday = (Math.floor(sec / daySeconds) + 4) % 7;
  return Math.floor(hour * (weekday === 0 || weekday === 6 ? weekendCrypto : weekdayCrypto) / 1e3);
}
/** Variance of a second in millionths of the usual one: regime and shape. */
const simVarianceMillionthsAt = ({ variance }, category, sec) => Math.floor(variance[stepOf(sec)] * timeOfDayVarianceThousandthsAt(category, sec) / 1e3);
/** Which 5 minutes of its day a second is in. */
const stepOf = (sec) => Math.floor((sec - startOfDayNumber(dayOf(sec))) / 300);
const publishedDigits = 4;
const published = (slow) => formatScaledPrice(BigInt(Math.floor(Math.sqrt(slow * 1e6))) * scaledPriceOne / 1000000n, publishedDigits);
/**
* How much a class moves in the regime of this moment, as a multiple of the usual: the root of the product of its two slow components, four
* decimals. The quick ones change within minutes and the hour of the day is known to everybody: neither is in it.
*/
const publishedVolatility = ({ slow }, sec) => published(slow[stepOf(sec)]);
const [ofDay, ofHours] = components;
const stepsInHour = 3600 / 300;
const stays = (1 - ofHours.changes / 256) ** stepsInHour;

// src/rules/sim/sim2.ts
const million = 1e6;
const septillion = 10n ** 24n;
const quadrillion = 10n ** 15n;
/** Pull toward the reference level in a second of usual variance, in parts per billion: half of a distance is gone after sixty days. */
const pullPpb = 134n;
/** Of each draw of 32 bytes the first 30 are used: six steps, half an hour. */
const blockBytes = 6 * regimeBytesPerStep;
const regimeBlocks = regimeBytesPerDay / blockBytes;
const regimeText = (category, block) => `sim2|VOL|${volatilityClass[category]}|${block}`;
const jumpText = (of) => `sim2|JUMP|${of}`;
const drawText = (of, sec) => `sim2|${of}|${sec}`;
/** Whose HMACs a market's prices of these seconds of one day follow from. */
const sim2HmacTexts = ({ category, parts }, secs) => [...Array.from({ length: regimeBlocks }, (_, block) => regimeText(category, block)), ...parts.flatMap(({ of }) => [jumpText(of), ...secs.map((sec) => drawText(of, sec))])];
/**
* The rule `sim2` (help article “Simulated markets”, public/sim2.py): factors that markets share, a volatility that changes by a hidden chain and by the hour, rare
* jumps. Whole numbers only, every division cut toward zero, so that any language computes the same prices from a revealed seed.
*/
function simDay(hmac, day) {
  const regimes = /* @__PURE__ */ new Map();
  const jumps = /* @__PURE__ */ new Map();
  const begins = startOfDayNumber(day);
  let drawnSec = 0;
  const drawn = /* @__PURE__ */ new Map();
  const regime = (category) => {
    const known = regimes.get(category);
    if (known) return known;
    const chance = new Uint8Array(regimeBytesPerDay);
    for (let block = 0; block < regimeBlocks; block++) chance.set(hmac(regimeText(category, block)).subarray(0, blockBytes), block * blockBytes);
    const made = simDayRegimeFrom(chance);
    regimes.set(category, made);
    return made;
  };
  const jump = (of) => {
    if (!jumps.has(of)) jumps.set(of, drawSimPriceJump(hmac(jumpText(of)), of));
    return jumps.get(of);
  };
  /** A draw near the normal distribution, times 1e9, and the jump where there is one in this second. */
  const draw = (of, sec) => {
    if (sec !== drawnSec) {
      drawn.clear();
      drawnSec = sec;
    }
    const known = drawn.get(of);
    if (known !== void 0) return known;
    const jumped = jump(of);
    const made = normalDrawFromDigest(hmac(drawText(of, sec))) + (jumped?.second === sec - begins ? BigInt(jumped.size) * BigInt(million) : 0n);
    drawn.set(of, made);
    return made;
  };
  return {
    regime,
    next: ({ category, ref, sigma, parts }, price, sec) => {
      const variance = simVarianceMillionthsAt(regime(category), category, sec);
      const volatility = BigInt(Math.floor(Math.sqrt(variance * million)));
      const moves = parts.reduce((sum, { of, share }) => sum + draw(of, sec) * BigInt(share), 0n) / 1000n;
      return price + price * sigma * volatility * moves / septillion + (ref - price) * pullPpb * BigInt(variance) / quadrillion;
    }
  };
}

// src/rules/sim/walk.ts
/** How prices move on a day of that rule. */
function walkOf(rule, hmac, day) {
  if (rule === "sim2") return simDay(hmac, day).next;
  return ({ symbol, ref, sigma }, price, sec) => nextSim1Price(price, ref, sigma, normalDrawFromDigest(hmac(sim1HmacText(symbol, sec))));
}
/** Whose HMACs a market's prices of these seconds of one day follow from. */
const simHmacTexts = (rule, market, secs) => rule === "sim2" ? sim2HmacTexts(market, secs) : secs.map((sec) => sim1HmacText(market.symbol, sec));
/** Over a longer pause of a market's record its price stands still, from the pause's beginning or from some second of it on. */
const longestSimWalkSeconds = 21600;
/** Walks from one second to another, without those in which the market is closed. */
function walkSimPrice({ market, price, fromSec, toSec, walkAt, after }) {
  let at = price;
  for (let sec = fromSec; sec <= toSec; sec++) {
    if (!isOpenAt(market.category, sec)) continue;
    at = walkAt(sec)(market, at, sec);
    if (after && walkAt(after.sec)(market, at, after.sec) === after.price) return {
      price: after.price,
      isReached: true
    };
  }
  return {
    price: at,
    isReached: false
  };
}
/** What the price of a record must be by the one before it, each second by the rule of its day (public/sim2.txt, 7). */
function followingPrice(market, before, after, walkAt) {
  const over = {
    market,
    price: before.price,
    fromSec: before.sec + 1,
    toSec: after.sec,
    walkAt
  };
  if (after.sec - before.sec <= 21600) return walkSimPrice(over).price;
  const still = walkAt(after.sec)(market, before.price, after.sec);
  if (still === after.price) return still;
  const walked = walkSimPrice({
    ...over,
    toSec: after.sec - 1,
    after
  });
  return walked.isReached ? walked.price : still;
}

// src/rules/sim/check.ts
/** Hours with a trading market that are looked through for the record before. */
const maxHoursBack = 24;
const hour$1 = 3600;
/** Where a record is mostly found: a whole hour of lines is much to send. */
const recentSeconds = 60;
/** Seconds whose digests are made at once: between two such pieces a page draws. */
const chunkSeconds = 300;
const dayName = (day) => (/* @__PURE__ */ new Date(day * 864e5)).toISOString().slice(0, 10);
const fromHex = (hex) => Uint8Array.from(hex.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
const bytesOf = (text) => new TextEncoder().encode(text);
/** Whether a seed is the one that was promised. */
async function isPromised({ commit, seed, rule }) {
  if (!seed || !commit || !/^[0-9a-f]{64}$/.test(seed) || rule !== "sim1" && rule !== "sim2") return false;
  const hash = new Uint8Array(await crypto.subtle.digest("SHA-256", fromHex(seed)));
  return fromHex(commit).length === 32 && fromHex(commit).every((byte, at) => byte === hash[at]);
}
/** The HMACs of these texts under a seed, made by WebCrypto, then there at once. */
async function digestsOf(seed, texts) {
  const key = await crypto.subtle.importKey("raw", fromHex(seed), {
    name: "HMAC",
    hash: "SHA-256"
  }, false, ["sign"]);
  const signatures = await Promise.all(texts.map((text) => crypto.subtle.sign("HMAC", key, bytesOf(text))));
  const digests = new Map(texts.map((text, at) => [text, new Uint8Array(signatures[at])]));
  return (text) => digests.get(text);
}
/** How prices move in these seconds, all of them on days whose seeds are known. */
async function simulationsOf(market, openSeconds, days) {
  const simulations = /* @__PURE__ */ new Map();
  for (const day of new Set(openSeconds.map(dayOf))) {
    const { rule, seed } = days.get(day);
    const ownDay = openSeconds.filter((sec) => dayOf(sec) === day);
    simulations.set(day, walkOf(rule, await digestsOf(seed, simHmacTexts(rule, market, ownDay)), day));
  }
  return (sec) => simulations.get(dayOf(sec));
}
/** What the price of a record must be by the one before it; like `followingPrice`, a piece at a time. */
async function simulatePriceAt(market, previousRecord, nextRecord, days) {
  const isLong = nextRecord.sec - previousRecord.sec > longestSimWalkSeconds;
  const closedMarketPrice = isLong ? (await simulationsOf(market, [nextRecord.sec], days))(nextRecord.sec)(market, previousRecord.price, nextRecord.sec) : void 0;
  if (closedMarketPrice === nextRecord.price) return closedMarketPrice;
  const lastOpenSec = isLong ? nextRecord.sec - 1 : nextRecord.sec;
  let price = previousRecord.price;
  for (let from = previousRecord.sec + 1; from <= lastOpenSec; from += chunkSeconds) {
    const toSec = Math.min(from + chunkSeconds - 1, lastOpenSec);
    const openSeconds = Array.from({ length: toSec - from + 1 }, (_, at) => from + at).filter((sec) => isOpenAt(market.category, sec));
    if (openSeconds.length === 0) continue;
    const simulations = await simulationsOf(market, [...openSeconds, nextRecord.sec], days);
    const simulatedPrice = walkSimPrice({
      market,
      price,
      fromSec: from,
      toSec,
      walkAt: simulations,
      after: isLong ? nextRecord : void 0
    });
    if (simulatedPrice.isReached) return simulatedPrice.price;
    price = simulatedPrice.price;
  }
  return closedMarketPrice ?? price;
}
/** The newest line of a market before a second, looked for in the hours in which it trades. */
async function findLineBefore(market, sec, { lines }) {
  const recentLines = await lines(market.symbol, sec - recentSeconds, sec - 1);
  if (recentLines.length > 0) return recentLines.at(-1);
  let to = sec - 1;
  for (let hours = 0; hours < maxHoursBack && to > 0; hours++) {
    while (!isOpenAt(market.category, to)) to -= to % hour$1 + 1;
    const previousLine = await lines(market.symbol, to - hour$1 + 1, to);
    if (previousLine.length > 0) return previousLine.at(-1);
    to -= hour$1;
  }
}
/** The seeds of the days that a price follows from; or why they cannot be had. */
async function fetchSimDays(fromSec, toSec, { day: fetchDay }) {
  const days = /* @__PURE__ */ new Map();
  for (let number = dayOf(fromSec); number <= dayOf(toSec); number++) {
    const day = dayName(number);
    const published = await fetchDay(day);
    if (published.commit !== null && published.seed === null) return {
      state: "notRevealed",
      day,
      atSec: startOfDayNumber(number + 1)
    };
    if (!await isPromised(published)) return {
      state: "wrongSeed",
      day
    };
    days.set(number, {
      seed: published.seed,
      rule: published.rule
    });
  }
  return days;
}
/** Whether a proved line of a simulated market follows from the record before it and the seed of its day. */
async function checkSimulated(text, sources) {
  const line = parsePriceRecordLeaf(text);
  if (line?.mode === "DERIVED" && simCrosses[line.symbol]) return checkCrossMarket(line, sources);
  const market = line && line.mode === "SIM" ? knownMarket(line.symbol) : void 0;
  if (!line || !market) return { state: "notSimulated" };
  const ownDay = await fetchSimDays(line.sec, line.sec, sources);
  if (!(ownDay instanceof Map)) return ownDay;
  const nextRecord = {
    sec: line.sec,
    price: toScaledPrice(line.price)
  };
  const previousLine = await findLineBefore(market, line.sec, sources).then((lineText) => lineText && parsePriceRecordLeaf(lineText));
  if (!previousLine) return (await simulationsOf(market, [nextRecord.sec], ownDay))(nextRecord.sec)(market, market.ref, nextRecord.sec) === nextRecord.price ? {
    state: "follows",
    beforeSec: void 0
  } : { state: "noRecordBefore" };
  const provedLine = await sources.prove(line.symbol, previousLine.sec);
  const previousRecord = provedLine === void 0 ? void 0 : parsePriceRecordLeaf(provedLine);
  if (!previousRecord) return { state: "noRecordBefore" };
  const days = await fetchSimDays(previousRecord.sec + 1, line.sec, sources);
  if (!(days instanceof Map)) return days;
  const computed = await simulatePriceAt(market, {
    sec: previousRecord.sec,
    price: toScaledPrice(previousRecord.price)
  }, nextRecord, days);
  return computed === nextRecord.price ? {
    state: "follows",
    beforeSec: previousRecord.sec
  } : {
    state: "differs",
    computed: formatScaledPrice(computed, 10)
  };
}
/** A cross is made of the prices of its two sides in the same second; each side follows from the seed. */
async function checkCrossMarket(line, sources) {
  const { a, b, by } = simCrosses[line.symbol];
  if ((await Promise.all([a, b].map(async (side) => (await sources.lines(side, line.sec, line.sec))[0]))).some((side) => side && parsePriceRecordLeaf(side)?.mode !== "SIM")) return { state: "notSimulated" };
  const prices = [];
  for (const side of [a, b]) {
    const text = await sources.prove(side, line.sec);
    if (text === void 0) return { state: "noRecordBefore" };
    const verdict = await checkSimulated(text, sources);
    if (verdict.state !== "follows") return verdict;
    prices.push(toScaledPrice(parsePriceRecordLeaf(text).price));
  }
  const computed = formatScaledPrice(crossPrice(by, prices[0], prices[1]), 10);
  return computed === line.price ? {
    state: "follows",
    beforeSec: line.sec
  } : {
    state: "differs",
    computed
  };
}

// src/rules/sim/commitment.ts
const daysAhead = 2;
const hour = 3600;
const hoursInDay = 24;
const minute = 60;
const alwaysOpenSymbol = "BTCUSDT";
/** Compares the published seed of a second's day with its commitment in the record; undefined where that says nothing: before the day is over, and of `sim1`. */
async function checkCommitment(sec, sources) {
  const number = dayOf(sec);
  const [day, previousDay] = [dayName(number), dayName(number - daysAhead)];
  const { seed, rule } = await sources.day(day);
  if (seed === null || rule !== "sim2") return void 0;
  if (!await sources.isRecorded(previousDay)) return {
    state: "none",
    day,
    before: previousDay
  };
  const dayStartSec = startOfDayNumber(number - daysAhead);
  const firstLogLine = await findFirstLogLine(dayStartSec, sources);
  if (!firstLogLine) return {
    state: await wasFeedSimulatedForAnHour(dayStartSec, sources) ? "missing" : "none",
    day,
    before: previousDay
  };
  const provedLine = await sources.prove(seedLogSymbol, firstLogLine.sec);
  const line = provedLine === void 0 ? void 0 : parsePriceRecordLeaf(provedLine);
  const [commit, committedRule, ...extraSources] = line?.sources ?? [];
  return {
    state: line?.mode === "RULE" && line.price === `${day.replaceAll("-", "")}.0000000000` && committedRule === `rule=${rule}` && extraSources.length === 0 && await isPromised({
      commit: commit?.replace(/^commit=/, "") ?? null,
      seed,
      rule
    }) ? "stood" : "differs",
    day,
    before: previousDay,
    sec: firstLogLine.sec
  };
}
/** The day's first line: another one after it would be a choice among seeds. */
async function findFirstLogLine(dayStartSec, { lines }) {
  for (let at = 0; at < hoursInDay; at++) {
    const from = dayStartSec + at * hour;
    const [text] = await lines(seedLogSymbol, from, from + hour - 1);
    const line = text === void 0 ? void 0 : parsePriceRecordLeaf(text);
    if (line) return line;
  }
}
/** Within an hour of running a server has committed. */
async function wasFeedSimulatedForAnHour(dayStartSec, { lines }) {
  let wasSimulated = false;
  for (let at = 0; at < hoursInDay; at++) {
    const from = dayStartSec + at * hour;
    const isSimulated = (await lines(alwaysOpenSymbol, from, from + minute - 1)).some((text) => parsePriceRecordLeaf(text)?.mode === "SIM");
    if (wasSimulated && isSimulated) return true;
    wasSimulated = isSimulated;
  }
  return false;
}

// src/rules/sim/drawnInputs.ts
const eightHours = 28800;
/** What a long pays for the eight hours that a second is in, as a fraction: −0.015 % to +0.025 %. */
const drawnFunding = (hmac, symbol, sec) => formatScaledPrice(BigInt(bigEndianWordAt(hmac(`fund1|${symbol}|${Math.floor(sec / eightHours)}`), 0) % 4001 - 1500) * 1000n, 10);
/** What a unit of hashrate brings on a day (2026-11-28): its level within 5 % on either side. */
const drawnHashprice = (hmac, coin, day, level) => formatScaledPrice(toScaledPrice(level) * BigInt(9500 + bigEndianWordAt(hmac(`hash1|${coin}|${day}`), 0) % 1001) / 10000n, 10);

export { checkCommitment, checkSimulated, crossPrice, dayName, dayOf, drawnFunding, drawnHashprice, followingPrice, isOpenAt, isPromised, knownMarket, publishedVolatility, simCrosses, simDay, simMarkets, startOfDayNumber, volatilityClass, walkOf };