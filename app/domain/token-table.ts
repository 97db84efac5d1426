/**
 * The tokens that every site knows: sixty of the largest by market value as of late 2025, stablecoins included, and
 * four smaller ones that people write about much. One row has everything about a token: its ids at the price providers,
 * the words by which texts name it, and the words that give these another meaning. `token-row.ts` describes the fields;
 * lists are separated by commas.
 *
 * The ids of the providers are those of late 2025; tokens that were listed later, or perhaps not, have none.
 */
import type { TokenRow } from "./token-row";

/** Words that follow "tether" if it is a verb or a rope. */
const TETHERED =
  "tether the, tether me, tether us, tether him, tether this, tether a, tether an, tether to, tether your, tether my, tether his, tether her, tether its, tether it, tether them, tether itself, tether himself, tether and, tether ball, tether car";

export const tokenTable: readonly TokenRow[] = [
  {
    symbol: "BTC",
    name: "Bitcoin",
    kraken: "XBTUSD",
    bare: "always",
    names:
      "bitcoin, bitcoins, xbt, ₿, wbtc, cbbtc, tbtc, btcb, lbtc, renbtc, solvbtc, 비트코인, 比特币, 比特幣, ビットコイン, биткоин, биткойн, біткоїн, بيتكوين, بیتکوین, ביטקוין, बिटकॉइन, บิทคอยน์",
    notNames: "bitcoin gold, bitcoin diamond, bitcoin private, bitcoin sv, bitcoin satoshi vision",
  },
  {
    symbol: "ETH",
    name: "Ethereum",
    bare: "always",
    names:
      "ethereum, weth, steth, wsteth, cbeth, reth, eeth, weeth, ezeth, rseth, frxeth, sfrxeth, meth, cmeth, oseth, eth2, 이더리움, 以太坊, 以太币, 以太幣, イーサリアム, эфириум, إيثيريوم, איתריום",
    likelyNames: "ether",
    notNames: "eth zurich, eth zürich, ether net, ethereum name service, ethereum pow",
    notAfter: "into the, in the, from the, through the, out of the, diethyl, petroleum, crystal",
    notNear:
      "zurich, zürich, lausanne, epfl, professor, professors, professorin, university, students, studenten, phd, 苏黎世, 蘇黎世, チューリッヒ, 취리히",
    notNearNames:
      "anesthesia, anaesthesia, anesthetic, anaesthetic, anesthetics, surgery, surgeon, surgeons, dentist, chloroform, solvent, solvents, luminiferous, aether, physicists, fumes, crystal, patient, patients, inhaled, vapour, vapor, flammable, laboratory",
    notBefore: "port, ports, cable, interface",
  },
  {
    symbol: "USDT",
    name: "Tether",
    isStablecoin: true,
    bare: "always",
    names: "usdt0, 테더, 泰达币, 泰達幣, テザー",
    likelyNames: "tether",
    notNames: TETHERED,
    notAfter: "to, a, its, his, her, their, our, my, your, short, long, space, end of the",
    notNearNames: "rope, astronaut, spacecraft, leash, boat, goat, dog, phone, hotspot",
  },
  {
    symbol: "XRP",
    name: "XRP",
    bare: "always",
    names: "wxrp, ripple xrp, xrpl, 리플, 瑞波币, 瑞波幣, リップル",
    sharedNames: "ripple",
    near: "sec, garlinghouse, rlusd, odl, lawsuit, escrow",
    notNames: "ripple effect, ripple effects, ripple through, ripple of",
  },
  {
    symbol: "BNB",
    name: "BNB",
    bare: "capitals",
    names: "binance coin, wbnb, slisbnb, 币安币, 幣安幣, 바이낸스코인",
    notNear:
      "airbnb, hosts, host, guests, breakfast, guesthouse, cottage, bedroom, bedrooms, vacation",
  },
  {
    symbol: "SOL",
    name: "Solana",
    bare: "capitals",
    names:
      "solana, wsol, msol, jitosol, bsol, bnsol, jupsol, stsol, dsol, bbsol, 솔라나, 索拉纳, ソラナ, солана",
    notNames: "solana beach, solana county",
    notAfter:
      "m, re, am, were, i was, he was, she was, he s, she s, you are, we are, they are, everyone is, be, get, got, left, totally, completely, basically, pretty much, el, del, al, mar y, costa del",
    notBefore: "on that, y, speed of, sale",
    notNear:
      "peru, peruvian, soles, lima, pen, beer, beers, corona, campbell, invictus, lime, iberica, playa, cerveza, brilla, limitations, virginia, tequila, disco, revolver",
  },
  {
    symbol: "USDC",
    name: "USD Coin",
    isStablecoin: true,
    coinbase: null,
    bare: "always",
    names: "usd coin, axlusdc",
  },
  {
    symbol: "TRX",
    name: "TRON",
    coinbase: null,
    bare: "distinct",
    names: "tronix, wtrx, 波场, 波場, 트론",
    sharedNames: "tron",
    notNames: "tron legacy, tron ares, tron bike",
    notNear:
      "strap, straps, kettlebell, gym, workout, workouts, suspension, trainer, exercise, exercises, squats, band, bands, ram, dodge, pickup, truck, trucks, supercharged, horsepower",
    notNearNames: "disney, movie, film, films, sequel, bridges, soundtrack, legacy",
    near: "justin, usdt, bandwidth",
  },
  {
    symbol: "DOGE",
    name: "Dogecoin",
    kraken: "XDGUSD",
    bare: "always",
    names: "dogecoin, dogecoins, 도지코인, 도지, 狗狗币, 狗狗幣, ドージコイン, доджкоин",
    notNames: "doge of, doges palace",
    notAfter: "the last, last",
    notNear:
      "venice, venetian, genoa, palace, government, federal, agency, department, cuts, layoffs, contracts, employees, bureaucracy, elected, irs, agencies, staffers, grants, grant, usaid, auditors, ramaswamy, workforce, bureaucrats, savings, website",
  },
  {
    symbol: "ADA",
    name: "Cardano",
    bare: "context",
    names: "에이다, 카르다노, 艾达币, カルダノ, кардано",
    likelyNames: "cardano",
    notNames: "ada lovelace",
    notBefore:
      "compliant, compliance, accessible, accommodation, accommodations, lawsuit, lawsuits, ramp",
    notNear:
      "compliance, compliant, disabilities, disability, disabled, accessibility, lovelace, dental, dentists, diabetes, diabetic, guidelines, oklahoma, wheelchair, programming, language, title, suit, suits, lawsuit, lawsuits, settlement, plaintiff, plaintiffs, workers, ramps, accommodations, babbage, dentistry, toothpaste, restroom, restrooms, wheelchairs, elevator, parking, violation, violations",
    notNearNames: "gerolamo, girolamo, mathematician, renaissance",
  },
  {
    symbol: "HYPE",
    name: "Hyperliquid",
    coinbase: null,
    kraken: null,
    bare: "proof",
    names: "hyperliquid, whype, khype",
    notAfter: "all, much, pure, just, believe the, ai, media",
    notNear: "marketing, overblown, deserved, deserves",
    notBefore: "train, cycle, cycles, media, machine, beast, house",
  },
  {
    symbol: "BCH",
    name: "Bitcoin Cash",
    bare: "distinct",
    names:
      "bitcoin cash, bcash, 비트코인캐시, 비트코인 캐시, 比特币现金, 比特幣現金, ビットコインキャッシュ",
    notNear: "banco, chile",
  },
  {
    symbol: "WBT",
    name: "WhiteBIT Coin",
    coinbase: null,
    kraken: null,
    bare: "distinct",
    names: "whitebit coin",
  },
  {
    symbol: "LINK",
    name: "Chainlink",
    bare: "context",
    names: "체인링크, チェーンリンク",
    likelyNames: "chainlink",
    notNames: "chainlink fence, chainlink fences, chainlink fencing, chainlink gate",
    notBefore: "in bio, in the, in my, to, below, above, building, rot, text, tax, aggregator",
    notAfter:
      "missing, weakest, broken, dead, direct, download, referral, affiliate, zelda, uplink",
    notNear:
      "rail, click, url, bio, page, article, zelda, website, zoom, pdf, youtube, video, source, working, broken, attached, email, register, filing, download, clicked, clicking, tap, subscribe, paywall, redirect, redirects, href, 404, repost, qr, paste, pasted, newsletter, interlink, ganon, hyrule",
    near: "oracle, oracles, ccip",
  },
  {
    symbol: "USDE",
    name: "Ethena USDe",
    isStablecoin: true,
    coinbase: null,
    kraken: null,
    bare: "always",
    names: "susde",
  },
  {
    symbol: "XLM",
    name: "Stellar",
    bare: "always",
    names: "stellar lumens, 스텔라루멘, 恒星币",
    ordinaryNames: "stellar",
    near: "soroban, lumens, anchors, transfers, remittances",
    notNames: "stellar blade",
    notNear: "excel, macro, macros, spreadsheet, workbook, vba, malware",
  },
  {
    symbol: "LEO",
    name: "UNUS SED LEO",
    coinbase: null,
    kraken: null,
    bare: "proof",
    names: "unus sed leo",
    near: "bitfinex",
    notNear:
      "dicaprio, messi, horoscope, zodiac, virgo, satellite, satellites, orbit, starlink, constellation, constellations, pope, vatican, police, officer, officers, tolstoy, strauss",
  },
  {
    symbol: "ZEC",
    name: "Zcash",
    bare: "always",
    names: "zcash, 지캐시, 大零币",
  },
  {
    symbol: "LTC",
    name: "Litecoin",
    bare: "always",
    names: "litecoin, litecoins, 라이트코인, 莱特币, 萊特幣, ライトコイン, лайткоин",
    notNear:
      "nursing, residents, insurance, care, lieutenant, properties, reit, medicaid, premiums, senior, seniors, elderly, colonel",
  },
  {
    symbol: "SUI",
    name: "Sui",
    bare: "capitals",
    names: "수이",
    sharedNames: "sui",
    notNames: "sui generis, sui juris, feng sui, sui iuris",
    notNear:
      "communities, reit, rv, marinas, parks, generis, mah, hong, unemployment, payroll, futa, rvs",
  },
  {
    symbol: "AVAX",
    name: "Avalanche",
    bare: "always",
    names: "wavax, savax, ggavax, 아발란체, アバランチ",
    sharedNames: "avalanche",
    near: "subnet, subnets, ava, fee, fees, gas, l1",
    notNames: "avalanche effect, avalanche of",
    notNearNames:
      "snow, ski, skiers, skier, skiing, mountain, mountains, slope, slopes, rescuers, colorado, nhl, hockey, buried, airbag, beacon, alps, backcountry, photodiode, debris, hikers, hiker, snowfall, snowboarders, goalie, playoffs, stanley, roster, makar, mackinnon, glacier, everest, helicopter",
  },
  {
    symbol: "HBAR",
    name: "Hedera",
    bare: "always",
    names: "hashgraph",
    likelyNames: "hedera",
    notNearNames: "ivy, helix, garden, plant, leaves",
    notNear: "planck, hamiltonian, schrödinger, schrodinger, commutator, wavefunction",
  },
  {
    symbol: "XMR",
    name: "Monero",
    coinbase: null,
    bare: "always",
    names: "모네로, 门罗币",
    likelyNames: "monero",
    notNearNames: "esperanto, esperanta",
  },
  {
    symbol: "SHIB",
    name: "Shiba Inu",
    bare: "always",
    names: "shibarium, 시바이누, 柴犬币",
    sharedNames: "shiba inu, shiba",
    notNearNames:
      "puppy, dog, dogs, breed, breeder, vet, leash, walk, walked, barked, fur, groomer, kennel, adopted, pup, pups, barks, tail",
  },
  {
    symbol: "TON",
    name: "Toncoin",
    coinbase: null,
    bare: "capitals",
    names: "toncoin, 톤코인",
    notAfter: "a, per, metric, half a, whole, weighs, weighed, weigh",
    notBefore: "618, of",
    notNear: "tonnes, freight",
    near: "telegram",
  },
  {
    symbol: "CRO",
    name: "Cronos",
    bare: "proof",
    names: "crypto.com coin, cronos chain",
    sharedNames: "cronos",
    notNear:
      "contract, research, clinical, trial, trials, officer, revenue, enrolment, enrollment, hired, pharma, chief, conversion, optimization, optimisation, biotech, biotechs, cdmo, iqvia, outsourced, outsourcing, sponsor, sponsors, croatia, magnon",
    notNearNames: "cannabis, titan",
  },
  {
    symbol: "DOT",
    name: "Polkadot",
    bare: "context",
    names: "vdot, stdot, 폴카닷, 波卡, ポルカドット",
    likelyNames: "polkadot",
    notAfter: "us, state, nyc, federal, quantum, polka",
    notBefore: "plot, com, product, matrix, points, org, number, net, gov, physical, inspection",
    notNear:
      "transportation, department, highway, highways, faa, road, roads, regulations, regulation, truck, trucks, trucking, drivers, airline, airlines, bus, buses, pipeline, rail, safety, helmet, helmets, hearing, connect, pothole, potholes, buttigieg, duffy, carrier, carriers, interstate, inspector, inspectors, fined, license, licence, mph, fomc, laser",
    notNearNames:
      "dress, dresses, skirt, blouse, bikini, fabric, pattern, shirt, socks, tie, ties, scarf, swimsuit, ribbon",
    near: "parachain, parachains, nominators, unbonding, jam",
  },
  {
    symbol: "DAI",
    name: "Dai",
    isStablecoin: true,
    bare: "context",
    names: "sdai, wxdai, xdai",
    notNear: "axonal, injury, brain, nippon, bo, mercedes, ichi, viet",
  },
  {
    symbol: "USDS",
    name: "USDS",
    isStablecoin: true,
    coinbase: null,
    bare: "distinct",
    names: "susds",
    notNear: "digital, government, federal, engineers, veterans",
  },
  {
    symbol: "UNI",
    name: "Uniswap",
    bare: "proof",
    notBefore:
      "fees, town, grades, friends, mates, days, library, project, loan, loans, starts, köln, bonn, wien, fund, degree, debt",
    names: "uniswap, 유니스왑",
    notNear:
      "students, student, campus, degree, degrees, courses, course, lecture, lectures, semester, tuition, professor, panthers, iowa, graduate, graduates, freshers, exam, exams, dorm, dorms, alumni, dropout, thesis, studierende, studieren, studiert, mensa",
    near: "hayden, unichain",
  },
  {
    symbol: "MNT",
    name: "Mantle",
    coinbase: null,
    bare: "context",
    names: "mantle network",
    sharedNames: "mantle",
    notNear:
      "dew, crust, magma, convection, ulaanbaatar, mongolia, mongolian, tugrik, filesystem, mount, mounted, disk, tögrög, linux, mickey, yankees, baseball, fireplace, geologists, earth, kilometres, kilometers, plumes, tugriks",
    notNames: "mantle of",
  },
  {
    symbol: "TAO",
    name: "Bittensor",
    bare: "context",
    names: "bittensor, wtao",
    notNear:
      "terence, te, taoism, ching, mathematician, restaurant, lao, laozi, tzu, philosophy, philosopher, mathematics, nightclub, buddhist",
    near: "subnet, subnets",
    notBefore: "of, group",
  },
  { symbol: "PYUSD", name: "PayPal USD", isStablecoin: true, bare: "always", names: "paypal usd" },
  {
    symbol: "NEAR",
    name: "NEAR Protocol",
    bare: "context",
    names: "near protocol, linear near, stnear",
    notBefore:
      "infrared, the, a, an, its, his, her, my, our, your, their, this, that, these, those, 0, term, future, miss, misses, all, zero, par, record, perfect, impossible, certain, certainty, where, here, there, enough, by, me, us, you, it, them, real, instant, half, full, every, east, field, death, money, cash, support, resistance, where",
    notNear: "page, miss, ishares",
    near: "aurora, illia, intents, nightshade",
  },
  {
    symbol: "AAVE",
    name: "Aave",
    bare: "always",
    names: "stkaave, 에이브",
    notNear:
      "dialect, vernacular, english, linguists, ebonics, slang, dialects, grammar, linguistics, african, speakers, spoken",
  },
  {
    symbol: "WLFI",
    name: "World Liberty Financial",
    bare: "always",
    names: "world liberty financial",
  },
  {
    symbol: "USD1",
    name: "World Liberty USD",
    isStablecoin: true,
    coinbase: null,
    bare: "capitals",
  },
  {
    symbol: "BGB",
    name: "Bitget Token",
    coinbase: null,
    kraken: null,
    bare: "context",
    names: "bitget token",
    notNear: "nach, §, abs, paragraph, gericht, gesetz, vertrag, verkäufer, hgb, german",
  },
  {
    symbol: "ICP",
    name: "Internet Computer",
    bare: "context",
    names: "internet computer protocol, dfinity",
    sharedNames: "internet computer",
    notNear:
      "firms, salespeople, hiring, b2b, customer, customers, ideal, profile, marketing, plasma, intracranial, clown, posse, juggalo, juggalos, insane, spectrometry, spectrometer, ms, oes, metals, persona, outbound, saas, prospects, sdr, gtm, abm",
    notAfter: "our, your, their, an, ideal",
  },
  {
    symbol: "PEPE",
    name: "Pepe",
    bare: "capitals",
    sharedNames: "pepe",
    notNames: "pepe jeans, pepe reina, pepe le",
    notNear:
      "mujica, guardiola, jeans, coach, portugal, uncle, tio, reina, defender, porto, pizza, tapas, restaurant, bodega",
  },
  {
    symbol: "CC",
    name: "Canton",
    coinbase: null,
    kraken: null,
    bare: "sign",
    names: "canton network, canton coin",
    notNear: "chemours, titanium, pfas",
  },
  {
    symbol: "ETC",
    name: "Ethereum Classic",
    bare: "proof",
    names:
      "ethereum classic, 이더리움 클래식, 이더리움클래식, 以太坊经典, 以太坊經典, イーサリアムクラシック",
  },
  {
    symbol: "OKB",
    name: "OKB",
    coinbase: null,
    kraken: null,
    bare: "distinct",
    notNear:
      "sukhoi, tupolev, ilyushin, mikoyan, yakovlev, soviet, aircraft, bureau, bureaus, fighter, fighters",
  },
  {
    symbol: "APT",
    name: "Aptos",
    bare: "context",
    names: "aptos, 앱토스",
    notNames: "aptos california, aptos high",
    notBefore: "0, building, complex, pupil, description, get, cache, california",
    notNear:
      "street, avenue, rent, lease, landlord, apartment, threat, malware, hackers, debian, ubuntu, sudo, install, california, santa, groups, bedroom, bedrooms, sublet, tenant, tenants, brooklyn, manhattan, roommate, bruno, rosé, blackpink, song, espionage, phishing, packages",
  },
  {
    symbol: "ASTER",
    name: "Aster",
    coinbase: null,
    kraken: null,
    bare: "context",
    sharedNames: "aster",
    notNear:
      "flower, flowers, garden, bloom, blooms, dm, healthcare, nasa, pharmacy, hospital, hospitals, michaelmas, purple, thermal",
  },
  {
    symbol: "ENA",
    name: "Ethena",
    bare: "context",
    names: "ethena, sena",
    notNear: "airport, spain, macron, école, ecole, nationale, alumni, nucleotide",
  },
  {
    symbol: "ONDO",
    name: "Ondo",
    bare: "always",
    notNear: "nigeria, nigerian, governor, state, akure",
  },
  {
    symbol: "PI",
    name: "Pi Network",
    coinbase: null,
    kraken: null,
    bare: "sign",
    names: "pi network, pi coin",
    notNear: "impinj, rfid",
  },
  {
    symbol: "XAUT",
    name: "Tether Gold",
    coinbase: null,
    kraken: null,
    bare: "always",
    names: "tether gold",
  },
  {
    symbol: "POL",
    name: "Polygon",
    bare: "context",
    names: "matic, wmatic, stmatic, wpol, polygon matic, 폴리곤, 马蹄",
    sharedNames: "polygon",
    notBefore: "pot, roger",
    notNearNames:
      "gaming, site, vertices, mesh, sides, polygons, vertex, gis, shape, geometry, convex, rendering, angles, dance, triangle, triangles, hexagon, pentagon, heptagon, octagon, svg, blender, vox, gamers, edges, coordinates, shapefile",
    near: "zkevm, agglayer, pos, heimdall",
    notNear: "poland, polish, police, passport, 4chan",
  },
  { symbol: "PAXG", name: "PAX Gold", coinbase: null, bare: "always", names: "pax gold" },
  {
    symbol: "WLD",
    name: "Worldcoin",
    coinbase: null,
    bare: "distinct",
    names: "worldcoin, 월드코인",
    notNear: "wins, losses, draws",
  },
  {
    symbol: "RLUSD",
    name: "Ripple USD",
    isStablecoin: true,
    coinbase: null,
    bare: "always",
    names: "ripple usd",
  },
  {
    symbol: "TRUMP",
    name: "Official Trump",
    bare: "sign",
    names: "official trump, trump coin, trump memecoin, trumpcoin, trump token, trump meme coin",
  },
  {
    symbol: "KCS",
    name: "KuCoin Token",
    coinbase: null,
    kraken: null,
    bare: "distinct",
    names: "kucoin token",
    notNear: "kansas, southern, railway, railroad, canadian, cpkc, knight",
  },
  {
    symbol: "ALGO",
    name: "Algorand",
    bare: "capitals",
    names: "algorand, galgo",
    notAfter: "vendo, compro, tengo, vendí, compré, comprar, vender, hay, es, si, por, con",
    notBefore: "trading, trader, traders, trades, desk, bot, bots",
    notNear:
      "youtube, tiktok, desk, execution, vwap, twap, instagram, facebook, twitter, feed, feeds, hft, algorithm, algorithms",
  },
  {
    symbol: "VET",
    name: "VeChain",
    kraken: null,
    bare: "proof",
    names: "vechain, 비체인",
    notNear:
      "dog, cat, puppy, animal, bill, army, marine, navy, iraq, vietnam, clinic, combat, war, veteran, veterans, pet, pets, vets, kitten, horse, horses, benefits, afghanistan, vermilion, va, tech",
  },
  {
    symbol: "KAS",
    name: "Kaspa",
    coinbase: null,
    bare: "distinct",
    names: "kaspa, 카스파",
    notNear: "stiftung, adenauer",
  },
  {
    symbol: "FIL",
    name: "Filecoin",
    bare: "context",
    names: "filecoin, 파일코인",
    notNear: "mil, sil, bil, fiancé, wedding, thanksgiving",
    notAfter: "my, his, her, our, phil, your, their",
  },
  {
    symbol: "QNT",
    name: "Quant",
    bare: "distinct",
    names: "quant network",
    sharedNames: "quant",
    notAfter: "a, the, ex, former, senior, junior",
    notBefore:
      "fund, funds, desk, trader, traders, trading, strategy, strategies, shop, shops, models, analyst, hedge, researcher, researchers, jobs, team, firm, firms, easing, finance, guy, guys, interview, interviews, role, roles, job, developer, developers, signals, factor, model, quake, investor, investors, investing",
    near: "overledger",
  },
  {
    symbol: "ATOM",
    name: "Cosmos Hub",
    bare: "context",
    names: "cosmos hub, statom, 코스모스",
    sharedNames: "cosmos",
    notNear:
      "feed, feeds, rss, syndication, server, servers, nucleus, electron, electrons, bomb, hydrogen, proton, editor, intel, chip, chips, cpu, universe, sagan, galaxy, galaxies, telescope, tyson, holmdel, bombs, smasher, uranium, carbon, oxygen, physics, physicist, physicists, bohr, molecule, molecules, neutron, neutrons, xml, podcast, atomera",
    near: "ibc, keplr, osmosis, interchain",
    notNearNames: "azure, database, documentary, vastness, stars, planets",
    notNames: "cosmos db, atom of",
  },
  {
    symbol: "ARB",
    name: "Arbitrum",
    bare: "context",
    names: "arbitrum, 아비트럼",
    notNear:
      "arbitration, clause, clauses, opportunity, opportunities, spread, spreads, desk, desks, bots, merger, sportsbook, sportsbooks, betting, bookmaker, statistical, arbitrage",
    notBefore: "opportunity, opportunities, trade, trades, bot, bots, desk, fund, funds",
    notAfter:
      "stat, merger, risk, convert, convertible, vol, latency, sports, tax, basis, kimchi, triangular, regulatory, pairs, exchange",
  },
  {
    symbol: "OP",
    name: "Optimism",
    bare: "proof",
    names: "op mainnet, op stack, 옵티미즘",
    ordinaryNames: "optimism",
    near: "superchain, rollup, rollups, bedrock, sequencer, retroactive, retropgf",
    notBefore:
      "ed, amp, amps, said, says, asked, asks, asking, bought, sold, never, should, needs, thinks, wants, did, didn, does, doesn, mentioned, posted, wrote, deleted, delivered, claims, here, is asking, is right, is wrong, is lying, was, has a, had, can, could, must, might, may, please, thanks, edited, update, stated, replied, responded, probably, clearly, obviously, forgot, made, got, took, s position, s house, s question, s post, s point, s portfolio, s account, s comment, s argument",
    notNear:
      "ik, heb, het, niet, gekocht, verkocht, survey, consumer, ceos, cfos, economists, poll, confidence, cautious, poster, thread, ed, post, posts, reddit, comments, mods, amp, operation, surgery, nerf, nerfed, overpowered, weapon, oceanpal",
    notAfter: "post, pre, co, special, black, photo, so, way too",
    notNames:
      "optimism about, optimism over, optimism around, optimism that, optimism among, optimism bias",
  },
  {
    symbol: "ONE",
    name: "Harmony",
    coinbase: null,
    kraken: null,
    bare: "sign",
    names: "harmony one",
    sharedNames: "harmony",
    notNear:
      "choir, music, musical, notes, peace, editors, korine, social, barbershop, singers, gold",
  },
];
