// The page for wide desktop windows: a way on, install hints and a read-only market board.
const words = {
  'en-us': ['English', 'en', { title: 'Fairlead is made for your phone', why: 'This service limits wide desktop windows. Nothing is lost: your place is kept.', narrow: 'Continue in a narrow window', blocked: 'The window was blocked. Make this window narrower than 576 px, or follow this link:', phone: 'On your phone', open: 'Open this address:', install: 'Keep it on your home screen', ios: 'iPhone: Share, then “Add to Home Screen”.', android: 'Android: menu, then “Install app”.', board: 'Markets now', market: 'Market', price: 'Price', change: '24 h', offline: 'No connection. Trying again.', simulated: 'simulated', scan: 'Scan with your phone. The code holds this address and nothing else.', qr: 'QR code of this address', service: 'Service', up: 'answers', down: 'does not answer', stream: 'Live prices', live: 'live', waiting: 'connecting', sandbox: 'Sandbox · play money', real: 'Real money', asOf: 'as of', closed: 'closed', risk: 'Leveraged trading can lose all the money that you put in.', read: 'For reading only. To trade, continue on the phone or in a narrow window.' }],
  jp: ['日本語', 'ja', { title: 'Fairleadはスマートフォン向けです', why: 'このサービスでは幅の広いデスクトップ画面を制限しています。開いていた場所は保存されています。', narrow: '幅の狭いウィンドウで続ける', blocked: 'ウィンドウがブロックされました。このウィンドウの幅を576px未満にするか、次のリンクを開いてください：', phone: 'スマートフォンで', open: 'このアドレスを開いてください：', install: 'ホーム画面に追加', ios: 'iPhone：共有 →「ホーム画面に追加」', android: 'Android：メニュー →「アプリをインストール」', board: '現在の市場', market: '銘柄', price: '価格', change: '24時間', offline: '接続がありません。再試行しています。', simulated: 'シミュレーション', scan: 'スマートフォンで読み取ってください。コードに含まれるのはこのアドレスだけです。', qr: 'このアドレスのQRコード', service: 'サービス', up: '応答あり', down: '応答なし', stream: 'リアルタイム価格', live: '受信中', waiting: '接続中', sandbox: 'サンドボックス・仮想資金', real: '実際の資金', asOf: '時点', closed: '休場', risk: 'レバレッジ取引では、入金した資金をすべて失うことがあります。', read: '閲覧専用です。取引はスマートフォンか幅の狭いウィンドウで行えます。' }],
  ko: ['한국어', 'ko', { title: 'Fairlead는 휴대폰용으로 만들어졌습니다', why: '이 서비스는 넓은 데스크톱 창을 제한합니다. 보던 위치는 저장되어 있습니다.', narrow: '좁은 창에서 계속하기', blocked: '창이 차단되었습니다. 이 창의 너비를 576px보다 좁게 하거나 다음 링크를 여세요:', phone: '휴대폰에서', open: '이 주소를 여세요:', install: '홈 화면에 추가', ios: 'iPhone: 공유 → ‘홈 화면에 추가’', android: 'Android: 메뉴 → ‘앱 설치’', board: '현재 시장', market: '종목', price: '가격', change: '24시간', offline: '연결이 없습니다. 다시 시도하는 중입니다.', simulated: '모의', scan: '휴대폰으로 스캔하세요. 코드에는 이 주소만 들어 있습니다.', qr: '이 주소의 QR 코드', service: '서비스', up: '응답함', down: '응답 없음', stream: '실시간 가격', live: '수신 중', waiting: '연결 중', sandbox: '샌드박스 · 가상 자금', real: '실제 자금', asOf: '기준', closed: '휴장', risk: '레버리지 거래는 넣은 돈을 모두 잃을 수 있습니다.', read: '보기 전용입니다. 거래하려면 휴대폰이나 좁은 창에서 계속하세요.' }],
  mlxy: ['Bahasa Melayu', 'ms', { title: 'Fairlead dibuat untuk telefon anda', why: 'Perkhidmatan ini mengehadkan tetingkap desktop yang lebar. Tiada apa yang hilang: tempat anda disimpan.', narrow: 'Teruskan dalam tetingkap sempit', blocked: 'Tetingkap disekat. Kecilkan tetingkap ini kepada kurang daripada 576 px, atau buka pautan ini:', phone: 'Di telefon anda', open: 'Buka alamat ini:', install: 'Simpan di skrin utama', ios: 'iPhone: Kongsi, kemudian “Tambah ke Skrin Utama”.', android: 'Android: menu, kemudian “Pasang aplikasi”.', board: 'Pasaran kini', market: 'Pasaran', price: 'Harga', change: '24 jam', offline: 'Tiada sambungan. Mencuba lagi.', simulated: 'simulasi', scan: 'Imbas dengan telefon anda. Kod ini hanya mengandungi alamat ini.', qr: 'Kod QR alamat ini', service: 'Perkhidmatan', up: 'menjawab', down: 'tidak menjawab', stream: 'Harga langsung', live: 'langsung', waiting: 'menyambung', sandbox: 'Kotak pasir · wang mainan', real: 'Wang sebenar', asOf: 'pada', closed: 'tutup', risk: 'Dagangan berleveraj boleh menghilangkan semua wang yang anda masukkan.', read: 'Untuk dibaca sahaja. Untuk berdagang, teruskan di telefon atau dalam tetingkap sempit.' }],
  tai: ['ไทย', 'th', { title: 'Fairlead ออกแบบมาสำหรับโทรศัพท์', why: 'บริการนี้จำกัดหน้าต่างเดสก์ท็อปที่กว้าง ไม่มีอะไรสูญหาย ระบบเก็บตำแหน่งของคุณไว้แล้ว', narrow: 'ดำเนินการต่อในหน้าต่างแคบ', blocked: 'หน้าต่างถูกบล็อก ย่อหน้าต่างนี้ให้แคบกว่า 576 px หรือเปิดลิงก์นี้:', phone: 'บนโทรศัพท์ของคุณ', open: 'เปิดที่อยู่นี้:', install: 'เก็บไว้บนหน้าจอหลัก', ios: 'iPhone: แชร์ แล้วเลือก “เพิ่มลงในหน้าจอโฮม”', android: 'Android: เมนู แล้วเลือก “ติดตั้งแอป”', board: 'ตลาดขณะนี้', market: 'ตลาด', price: 'ราคา', change: '24 ชม.', offline: 'ไม่มีการเชื่อมต่อ กำลังลองใหม่', simulated: 'จำลอง', scan: 'สแกนด้วยโทรศัพท์ของคุณ โค้ดมีเพียงที่อยู่นี้เท่านั้น', qr: 'คิวอาร์โค้ดของที่อยู่นี้', service: 'บริการ', up: 'ตอบสนอง', down: 'ไม่ตอบสนอง', stream: 'ราคาสด', live: 'สด', waiting: 'กำลังเชื่อมต่อ', sandbox: 'แซนด์บ็อกซ์ · เงินจำลอง', real: 'เงินจริง', asOf: 'ณ', closed: 'ปิด', risk: 'การเทรดด้วยเลเวอเรจอาจทำให้เสียเงินทั้งหมดที่คุณใส่ไว้', read: 'สำหรับอ่านเท่านั้น หากต้องการเทรด ให้ดำเนินการต่อบนโทรศัพท์หรือในหน้าต่างแคบ' }],
  vl: ['Tiếng Việt', 'vi', { title: 'Fairlead được làm cho điện thoại', why: 'Dịch vụ này giới hạn cửa sổ máy tính rộng. Không mất gì cả: vị trí của bạn đã được giữ lại.', narrow: 'Tiếp tục trong cửa sổ hẹp', blocked: 'Cửa sổ đã bị chặn. Hãy thu cửa sổ này hẹp hơn 576 px, hoặc mở liên kết này:', phone: 'Trên điện thoại', open: 'Mở địa chỉ này:', install: 'Giữ trên màn hình chính', ios: 'iPhone: Chia sẻ, rồi “Thêm vào MH chính”.', android: 'Android: trình đơn, rồi “Cài đặt ứng dụng”.', board: 'Thị trường hiện tại', market: 'Thị trường', price: 'Giá', change: '24 giờ', offline: 'Không có kết nối. Đang thử lại.', simulated: 'mô phỏng', scan: 'Quét bằng điện thoại. Mã chỉ chứa địa chỉ này.', qr: 'Mã QR của địa chỉ này', service: 'Dịch vụ', up: 'có phản hồi', down: 'không phản hồi', stream: 'Giá trực tiếp', live: 'trực tiếp', waiting: 'đang kết nối', sandbox: 'Sandbox · tiền ảo', real: 'Tiền thật', asOf: 'lúc', closed: 'đóng cửa', risk: 'Giao dịch đòn bẩy có thể làm mất toàn bộ số tiền bạn bỏ vào.', read: 'Chỉ để xem. Để giao dịch, hãy tiếp tục trên điện thoại hoặc trong cửa sổ hẹp.' }],
  xi: ['Español', 'es', { title: 'Fairlead está hecho para tu teléfono', why: 'Este servicio limita las ventanas anchas de escritorio. No se pierde nada: tu lugar está guardado.', narrow: 'Continuar en una ventana estrecha', blocked: 'La ventana fue bloqueada. Estrecha esta ventana a menos de 576 px o sigue este enlace:', phone: 'En tu teléfono', open: 'Abre esta dirección:', install: 'Guárdalo en tu pantalla de inicio', ios: 'iPhone: Compartir y luego «Añadir a pantalla de inicio».', android: 'Android: menú y luego «Instalar aplicación».', board: 'Mercados ahora', market: 'Mercado', price: 'Precio', change: '24 h', offline: 'Sin conexión. Reintentando.', simulated: 'simulado', scan: 'Escanéalo con tu teléfono. El código solo contiene esta dirección.', qr: 'Código QR de esta dirección', service: 'Servicio', up: 'responde', down: 'no responde', stream: 'Precios en vivo', live: 'en vivo', waiting: 'conectando', sandbox: 'Entorno de prueba · dinero ficticio', real: 'Dinero real', asOf: 'a las', closed: 'cerrado', risk: 'Operar con apalancamiento puede hacerte perder todo el dinero que pongas.', read: 'Solo para leer. Para operar, continúa en el teléfono o en una ventana estrecha.' }],
  'zh-cn': ['简体中文', 'zh-Hans', { title: 'Fairlead 为手机而设计', why: '本服务限制宽屏桌面窗口。您所在的位置已保存，不会丢失。', narrow: '在窄窗口中继续', blocked: '窗口被拦截。请将此窗口缩至 576 px 以下，或打开此链接：', phone: '在手机上', open: '打开此地址：', install: '添加到主屏幕', ios: 'iPhone：分享 →“添加到主屏幕”', android: 'Android：菜单 →“安装应用”', board: '当前行情', market: '品种', price: '价格', change: '24 小时', offline: '没有连接，正在重试。', simulated: '模拟', scan: '用手机扫描。二维码只包含此地址。', qr: '此地址的二维码', service: '服务', up: '正常响应', down: '没有响应', stream: '实时价格', live: '实时', waiting: '连接中', sandbox: '沙盒 · 模拟资金', real: '真实资金', asOf: '截至', closed: '休市', risk: '杠杆交易可能损失您投入的全部资金。', read: '仅供查看。如需交易，请在手机上或窄窗口中继续。' }],
  'zh-tw': ['繁體中文', 'zh-Hant', { title: 'Fairlead 為手機而設計', why: '本服務限制寬螢幕桌面視窗。您所在的位置已保存，不會遺失。', narrow: '在窄視窗中繼續', blocked: '視窗被封鎖。請將此視窗縮至 576 px 以下，或開啟此連結：', phone: '在手機上', open: '開啟此網址：', install: '加入主畫面', ios: 'iPhone：分享 →「加入主畫面」', android: 'Android：選單 →「安裝應用程式」', board: '目前行情', market: '品種', price: '價格', change: '24 小時', offline: '沒有連線，正在重試。', simulated: '模擬', scan: '用手機掃描。QR 碼只包含此網址。', qr: '此網址的 QR 碼', service: '服務', up: '正常回應', down: '沒有回應', stream: '即時價格', live: '即時', waiting: '連線中', sandbox: '沙盒 · 模擬資金', real: '真實資金', asOf: '截至', closed: '休市', risk: '槓桿交易可能損失您投入的全部資金。', read: '僅供檢視。如需交易，請在手機上或窄視窗中繼續。' }],
}

const stored = (box, key) => {
  try {
    return window[box].getItem(key)
  } catch {
    return null
  }
}

function firstLanguage() {
  const kept = stored('localStorage', 'lang')
  if (words[kept]) return kept
  for (const wish of navigator.languages) {
    const lower = wish.toLowerCase()
    if (lower.startsWith('zh')) return /hant|-tw|-hk|-mo/.test(lower) ? 'zh-tw' : 'zh-cn'
    const found = Object.keys(words).find((code) => words[code][1] === lower.split('-')[0])
    if (found) return found
  }
  return 'en-us'
}

let language = firstLanguage()
const say = (key) => words[language][2][key]
const byId = (id) => document.getElementById(id)

function speak() {
  document.documentElement.lang = words[language][1]
  for (const element of document.querySelectorAll('[data-say]')) element.textContent = say(element.dataset.say)
  byId('qr').setAttribute('aria-label', say('qr'))
  showState()
}

// How things stand: the service, the stream, and what kind of money this is.
const state = { service: undefined, isLive: false, env: undefined, note: undefined }
function showState() {
  byId('service').textContent = state.service === undefined ? '…' : say(state.service ? 'up' : 'down')
  byId('service').dataset.good = String(state.service === true)
  byId('stream').textContent = say(state.isLive ? 'live' : 'waiting')
  byId('stream').dataset.good = String(state.isLive)
  byId('env').textContent = state.env === undefined ? '' : say(state.env === 'sandbox' ? 'sandbox' : 'real')
  byId('env').hidden = state.env === undefined
  byId('note').textContent = state.note ?? ''
  byId('state').textContent = state.service === false ? say('offline') : ''
}

const languageField = byId('language')
languageField.append(...Object.entries(words).map(([code, [label]]) => new Option(label, code, false, code === language)))
languageField.addEventListener('change', () => {
  language = languageField.value
  try {
    localStorage.setItem('lang', language)
  } catch {}
  speak()
  void refresh()
})
speak()

// The way back: only a path of this site, never more.
const left = stored('sessionStorage', 'left-address') ?? ''
const back = /^\/(?![/\\])/.test(left) && !left.startsWith('/pc.html') ? left : '/home'
const address = location.origin + back.split(/[?#]/)[0]
byId('address').textContent = address
const link = byId('link')
link.href = back
link.textContent = address

// The same address for a camera: what is behind the path stays here.
import('/qr.js').then(({ encode }) => {
  const { data, size } = encode(address, { ecc: 'M', border: 4 })
  const squares = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])))
  byId('qr').setAttribute('viewBox', `0 0 ${size} ${size}`)
  byId('squares').setAttribute('d', squares.join(''))
  byId('code').hidden = false
}, () => undefined)

byId('narrow').addEventListener('click', () => {
  const height = Math.min(screen.availHeight, 930)
  const opened = window.open(back, 'fairlead-narrow', `popup,width=430,height=${height}`)
  byId('blocked').hidden = link.hidden = opened !== null
})

// A window made narrow here is as good as a narrow one opened anew; nobody is locked out.
addEventListener('resize', () => innerWidth <= 575 && location.replace(back))

// Read-only board. Digits are shown as the server sent them: no arithmetic happens here.
const shown = (text) => {
  if (text === null || text === undefined) return '—'
  const [whole, fraction] = String(text).split('.')
  return whole.replace(/\B(?=(\d{3})+$)/g, ',') + (fraction ? `.${fraction}` : '')
}
const percent = (rate) => {
  if (rate === null || rate === undefined) return '—'
  const falls = String(rate).startsWith('-')
  const [whole, fraction = ''] = String(rate).replace('-', '').split('.')
  const digits = whole + fraction.padEnd(4, '0').slice(0, 4)
  const text = `${digits.slice(0, -2).replace(/^0+(?=\d)/, '')}.${digits.slice(-2)}%`
  return /[1-9]/.test(text) ? `${falls ? '▼ −' : '▲ +'}${text}` : text
}
const tone = (rate) => (rate && /[1-9]/.test(rate) ? (String(rate).startsWith('-') ? 'fall' : 'rise') : 'flat')

const read = async (path) => {
  const reply = await fetch(path, { headers: { lang: language }, signal: AbortSignal.timeout(10_000) })
  const { code, result } = await reply.json()
  if (code !== 200) throw new Error(String(code))
  return result
}

const rows = 10
// After a failure; else every half minute.
const retryMs = 5_000
const lines = new Map()

async function refresh() {
  try {
    const [symbols, tickers, settings] = await Promise.all([
      read('/api/trade/appSymbol/list'),
      read('/api/public/getTicketList'),
      read('/api/set/appSysSet/getKeyByParam?key=sys_set'),
    ])
    const tickerOf = new Map(tickers.map((ticker) => [ticker.symbol, ticker]))
    lines.clear()
    const hottest = symbols.toSorted((a, b) => a.hot - b.hot).slice(0, rows)
    byId('board').replaceChildren(...hottest.map((one) => lineOf(one, tickerOf.get(one.symbol))))
    Object.assign(state, { service: true, env: settings.env, note: settings.statusNote })
  } catch {
    state.service = false
    setTimeout(refresh, retryMs)
  }
  showState()
}

const made = (name, text = '', properties = {}) => Object.assign(document.createElement(name), { textContent: text, ...properties })

function lineOf({ symbol, base, quote, name, session, feedMode }, ticker) {
  const line = made('tr')
  const market = made('th', '', { scope: 'row' })
  const pair = made('strong', base)
  pair.append(made('span', `/${quote}`))
  market.append(pair)
  const mark = !session.open ? say('closed') : feedMode === 'SIM' ? say('simulated') : ''
  if (mark) market.append(' ', made('small', mark, { className: session.open ? 'mark' : 'mark still' }))
  market.append(made('small', name))
  const price = made('td', shown(ticker?.currentPrice ?? ticker?.spark.at(-1)))
  const change = made('td', percent(ticker?.riseRate))
  change.dataset.tone = tone(ticker?.riseRate)
  const day = made('td', '', { className: 'day' })
  day.append(spark(ticker?.spark ?? [], change.dataset.tone))
  line.append(market, day, price, change)
  lines.set(symbol, { price, change })
  return line
}

/** The last day as a line. Pixels need no exact numbers. */
function spark(points, tone) {
  const numbers = points.map(Number)
  const [least, most] = [Math.min(...numbers), Math.max(...numbers)]
  const at = (value, index) => `${(index / (numbers.length - 1)) * 96} ${22 - ((value - least) / (most - least || 1)) * 20}`
  const svg = document.createElementNS('http://www.w3.org/2000/svg', 'svg')
  svg.setAttribute('viewBox', '0 0 96 24')
  svg.setAttribute('aria-hidden', 'true')
  svg.dataset.tone = tone
  const path = document.createElementNS('http://www.w3.org/2000/svg', 'path')
  if (numbers.length > 1) path.setAttribute('d', `M${numbers.map(at).join('L')}`)
  svg.append(path)
  return svg
}

// Prices as they come; when the stream breaks off it is opened again, and the board is read anew each half minute.
function listen() {
  const stream = new WebSocket(`${location.protocol === 'https:' ? 'wss' : 'ws'}://${location.host}/ws/v1`)
  const beat = setInterval(() => stream.readyState === WebSocket.OPEN && stream.send('{"op":"ping"}'), 15_000)
  stream.onopen = () => stream.send('{"op":"sub","ch":["tick:*"]}')
  stream.onmessage = ({ data }) => {
    if (!state.isLive) {
      state.isLive = true
      showState()
    }
    for (const tick of JSON.parse(data)) {
      const line = tick.c === 'tick' && lines.get(tick.s)
      if (!line) continue
      line.price.textContent = shown(tick.p)
      line.change.textContent = percent(tick.r)
      line.change.dataset.tone = tone(tick.r)
    }
  }
  stream.onclose = () => {
    clearInterval(beat)
    state.isLive = false
    showState()
    setTimeout(listen, retryMs)
  }
}

void refresh().then(listen)
setInterval(() => document.visibilityState === 'visible' && state.service !== false && void refresh(), 30_000)
