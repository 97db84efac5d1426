/** The words around a symbol or name that show whether it means a token. */

const list = (words: string): ReadonlySet<string> => new Set(words.trim().split(/\s+/));

/** Words of crypto, which hardly occur elsewhere. */
export const CRYPTO_WORDS = list(`
  token tokens coin coins altcoin altcoins alts crypto cryptos cryptocurrency cryptocurrencies blockchain blockchains
  onchain defi nft nfts dex dexes cex dapp dapps memecoin memecoins stablecoin stablecoins tokenomics staking restaking
  stakers staker validator validators unstake unstaked unstaking unbonding unbonded unbond mainnet testnet airdrop
  airdrops airdropped tvl l1 l2 l1s l2s rollup rollups subnet subnets superchain parachain parachains masternode masternodes
  hodl hodling wallet web3 rwa mev evm zk sequencer multisig halving perps wallets blockspace
  sharding gwei permissionless shitcoin shitcoins degen degens rugpull tokenised tokenized vesting oracles sats
  binance coinbase kraken bybit okx kucoin bitfinex upbit bithumb metamask ledger phantom uniswap
`);

/** Words of markets and of people who hold something. */
export const MARKET_WORDS = list(`
  price prices priced chain etf etfs stake stakes staked holder holders buy buys buying bought sell sells selling sold
  hold holds holding holdings trade trades trading trader traders long longs longed short shorts shorted swap swaps
  swapped bridge bridged gas yield yields apy apr liquidity collateral usd dollar dollars cents market markets
  portfolio bullish bearish rally rallies rallied pump pumps pumped dump dumps dumped moon mooning crash crashes crashed
  surge surges surged breakout ath undervalued overvalued accumulate accumulated accumulating bag bags bagholder
  bagholders dip dips hype unlock unlocks exchange exchanges network protocol ecosystem inflation
  up down rose rise rises rising fell fall falls falling gained gains gaining dropped drops dropping jumped jumps climbed
  climbs climbing slid slides sliding tumbled tumbles soared soars soaring plunged plunges outperformed outperforms
  underperformed underperforms outpaced rebounded rebounds recovered bounced futures spot tps fees chart resistance
  liquidated liquidation liquidations dao governance whitepaper decentralised decentralized node nodes
  mined mining miners mine borrow borrowed lend lending borrowers mint minted burned burns
  kaufen gekauft verkauft kurs halte kaufe comprar compré compro vendí vendo subió sube bajó baja precio comprei vendi
  preço acheté vendu prix cours monedas moneda cartera
`);

/** Nouns that directly follow the name of a token. */
export const TOKEN_NOUNS = list(`
  token tokens coin coins staking stakers staker validator validators holder holders whale whales mainnet testnet network
  blockchain chain ecosystem tvl airdrop airdrops unlock unlocks burn burns bag bags wallet wallets tokenomics emissions
  futures perps perp etf etfs etp l1 l2 rollup subnet subnets parachain parachains dex dexes defi nft nfts memecoin
  memecoins maxi maxis bulls bears price prices chart halving governance devs developers node nodes bridge inflation fees
  gas pool pools buyback buybacks cashback hashrate hash fee marines army borrowers contract contracts upgrade fork hardfork apps vault vaults reserve subsidy swaps blobs foundation labs protocol treasury miners marketcap mcap volume rewards stake delegators position
  positions longs shorts supply escrow ledger army community yields yield dominance
`);

/** Those of them that hardly go with anything else; words of crypto are such, too. */
export const CERTAIN_NOUNS = list(`
  holder holders whale whales unlock unlocks bags maxi maxis emissions delegators marketcap mcap hashrate
`);

/** Words of companies, near which a symbol after a dollar sign is that of a share. */
export const COMPANY_WORDS = list(`
  earnings eps guidance dividend dividends nyse nasdaq shareholders reit ebitda ceo quarterly stock shares
`);

/** Words that end the names of companies, schools and places. */
export const ORGANISATIONS = list(`
  inc corp corporation ltd llc plc gmbh ag company properties group university college school academy institute
  airlines airways airport hospital clinic street avenue road boulevard county beach river lake island church
  therapeutics pharmaceuticals pharma biosciences industries motors insurance realty reit stadium museum
  restaurant hotel records entertainment electronics semiconductor robotics foods
`);

/** Words before somebody's name. */
export const RELATIVES = list(`
  mr mrs ms dr prof professor uncle aunt cousin brother sister son daughter wife husband nephew niece grandson
  granddaughter friend buddy neighbour neighbor colleague boss roommate mate
`);

/** Verbs whose object is what somebody holds or trades. */
export const HOLDING_VERBS = list(`
  buy buys buying bought sell sells selling sold hold holds holding held hodl hodling own owns owned owning keep keeps
  keeping kept bagholding stake stakes staked staking unstaked unstake unstaking restaked unbonded long longing longed short shorting
  shorted accumulate accumulated accumulating dump dumped dumping ape aped aping dca dcaing swap swapped swapping rotate
  rotated rotating bridge bridged bridging trade traded trading stack stacked stacking loaded loading load split splitting
  averaged averaging add added adding mined mining mine lend lending lent borrowed borrow delegate delegated delegating
  scooped grabbed received earned earning unwrapped wrapped converted convert exchanged exchange moved have got
  halte hält halten kaufe kaufen kaufte gekauft verkaufe verkauft verkaufte compré compro comprar vendí vendo vender tengo
  comprei vendi tenho achète acheté acheter vends vendu détiens
`);

/** Words between such a verb and its object. */
export const FILLERS = list(`
  my some more a bit of half all the into out to in his her their our your little bag bags few any only rest most around
  about over last remaining another extra additional everything back up from for between just even tons lot lots plus
  mi mis todo toda meine mein meinen mes mon meu minha meus de un unos etwas mehr noch ein paar du des
`);

/** Verbs of what prices do. */
export const MOVING_VERBS = list(`
  rose rises rally rallies rallied fell falls dropped drops gained gains lost loses slid slides jumped jumps surged surges
  crashed crashes pumped pumps dumped dumps mooned moons climbed climbs plunged plunges soared soars tanked tanks doubled
  doubles tripled halved halves bounced bounces outperformed outperforms outperform underperformed underperforms trades
  traded trading moved moves printed bled bleeds ripped rips nuked retraced consolidated rebounded burned minted migrated launched forked upgraded listed delisted unlocked airdropped
  staked locked delegated bridged
`);

/** Words between a name and what it does. */
export const AUXILIARIES = list(`
  has had have is was just finally still barely already then never s will would could may might only also to about
  itself really hardly quietly always keeps and
`);

/** Articles, after which a word that is no token's noun is an everyday word. */
export const ARTICLES = list(`
  a an the this that these those each every no which what el la los las un una der die das ein eine le les une
`);

/** Words that join two of a kind. */
export const CONNECTORS = list(`
  and or vs versus to into for against from over than rather plus nor und oder y e o et ou my some then instead of with
  his her its rival half sowie
`);

/** Words that begin sentences, and do not make a name of two words with the next. */
export const OPENERS = list(`
  a an the and or but if when while because since so as at by for from in into of on to with without why what who how
  where which is are was were be been being do does did has have had will would can could should may might must not no
  my your his her its our their this that these those i you he she it we they there here now then today yesterday
  still even just only also more most less than both either some any all each every buy sell hold long short bought
  sold holding buying selling staking using use like unlike think thinking maybe perhaps meanwhile both through via
`);

/** Nouns of organisations, which belong to a token's name. */
export const NAME_ENDINGS = list(`
  protocol network labs foundation token coin finance dao chain blockchain ecosystem etf l1 l2 layer defi price staking
  summit stakers validators holders mainnet bridge news wallet capital ventures
`);

/** In scripts without spaces: words of coins, and of trading. */
export const CRYPTO_ELSEWHERE =
  /币|幣|链上|鏈上|质押|質押|空投|코인|토큰|스테이킹|에어드랍|업비트|빗썸|仮想通貨|トークン|ステーキング|コイン|取引所|交易所|ウォレット|крипт|монет|токен|стейк/u;
export const MARKET_ELSEWHERE =
  /买|買|卖|賣|售|价格|價格|涨|漲|跌|持有|加仓|减仓|抄底|가격|매수|매도|상승|하락|샀|사도|사려|살까|팔|올랐|떨어|떡상|물렸|존버|価格|上が|下が|上昇|下落|手数料|保有|売|куп|прода|цена|цену|выросл|упал|держ/u;
