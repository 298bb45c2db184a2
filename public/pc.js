// The page for wide desktop windows (product §4.2): a way on, install hints and a read-only market board.
const words = {
  'en-us': ['English', 'en', { title: 'Fairlead is made for your phone', why: 'This service limits wide desktop windows. Nothing is lost: your place is kept.', narrow: 'Continue in a narrow window', blocked: 'The window was blocked. Make this window narrower than 576 px, or follow this link:', phone: 'On your phone', open: 'Open this address:', install: 'Keep it on your home screen', ios: 'iPhone: Share, then “Add to Home Screen”.', android: 'Android: menu, then “Install app”.', board: 'Markets now', market: 'Market', price: 'Price', change: '24 h', offline: 'No connection. Trying again.', simulated: 'simulated' }],
  jp: ['日本語', 'ja', { title: 'Fairleadはスマートフォン向けです', why: 'このサービスでは幅の広いデスクトップ画面を制限しています。開いていた場所は保存されています。', narrow: '幅の狭いウィンドウで続ける', blocked: 'ウィンドウがブロックされました。このウィンドウの幅を576px未満にするか、次のリンクを開いてください：', phone: 'スマートフォンで', open: 'このアドレスを開いてください：', install: 'ホーム画面に追加', ios: 'iPhone：共有 →「ホーム画面に追加」', android: 'Android：メニュー →「アプリをインストール」', board: '現在の市場', market: '銘柄', price: '価格', change: '24時間', offline: '接続がありません。再試行しています。', simulated: 'シミュレーション' }],
  ko: ['한국어', 'ko', { title: 'Fairlead는 휴대폰용으로 만들어졌습니다', why: '이 서비스는 넓은 데스크톱 창을 제한합니다. 보던 위치는 저장되어 있습니다.', narrow: '좁은 창에서 계속하기', blocked: '창이 차단되었습니다. 이 창의 너비를 576px보다 좁게 하거나 다음 링크를 여세요:', phone: '휴대폰에서', open: '이 주소를 여세요:', install: '홈 화면에 추가', ios: 'iPhone: 공유 → ‘홈 화면에 추가’', android: 'Android: 메뉴 → ‘앱 설치’', board: '현재 시장', market: '종목', price: '가격', change: '24시간', offline: '연결이 없습니다. 다시 시도하는 중입니다.', simulated: '모의' }],
  mlxy: ['Bahasa Melayu', 'ms', { title: 'Fairlead dibuat untuk telefon anda', why: 'Perkhidmatan ini mengehadkan tetingkap desktop yang lebar. Tiada apa yang hilang: tempat anda disimpan.', narrow: 'Teruskan dalam tetingkap sempit', blocked: 'Tetingkap disekat. Kecilkan tetingkap ini kepada kurang daripada 576 px, atau buka pautan ini:', phone: 'Di telefon anda', open: 'Buka alamat ini:', install: 'Simpan di skrin utama', ios: 'iPhone: Kongsi, kemudian “Tambah ke Skrin Utama”.', android: 'Android: menu, kemudian “Pasang aplikasi”.', board: 'Pasaran kini', market: 'Pasaran', price: 'Harga', change: '24 jam', offline: 'Tiada sambungan. Mencuba lagi.', simulated: 'simulasi' }],
  tai: ['ไทย', 'th', { title: 'Fairlead ออกแบบมาสำหรับโทรศัพท์', why: 'บริการนี้จำกัดหน้าต่างเดสก์ท็อปที่กว้าง ไม่มีอะไรสูญหาย ระบบเก็บตำแหน่งของคุณไว้แล้ว', narrow: 'ดำเนินการต่อในหน้าต่างแคบ', blocked: 'หน้าต่างถูกบล็อก ย่อหน้าต่างนี้ให้แคบกว่า 576 px หรือเปิดลิงก์นี้:', phone: 'บนโทรศัพท์ของคุณ', open: 'เปิดที่อยู่นี้:', install: 'เก็บไว้บนหน้าจอหลัก', ios: 'iPhone: แชร์ แล้วเลือก “เพิ่มลงในหน้าจอโฮม”', android: 'Android: เมนู แล้วเลือก “ติดตั้งแอป”', board: 'ตลาดขณะนี้', market: 'ตลาด', price: 'ราคา', change: '24 ชม.', offline: 'ไม่มีการเชื่อมต่อ กำลังลองใหม่', simulated: 'จำลอง' }],
  vl: ['Tiếng Việt', 'vi', { title: 'Fairlead được làm cho điện thoại', why: 'Dịch vụ này giới hạn cửa sổ máy tính rộng. Không mất gì cả: vị trí của bạn đã được giữ lại.', narrow: 'Tiếp tục trong cửa sổ hẹp', blocked: 'Cửa sổ đã bị chặn. Hãy thu cửa sổ này hẹp hơn 576 px, hoặc mở liên kết này:', phone: 'Trên điện thoại', open: 'Mở địa chỉ này:', install: 'Giữ trên màn hình chính', ios: 'iPhone: Chia sẻ, rồi “Thêm vào MH chính”.', android: 'Android: trình đơn, rồi “Cài đặt ứng dụng”.', board: 'Thị trường hiện tại', market: 'Thị trường', price: 'Giá', change: '24 giờ', offline: 'Không có kết nối. Đang thử lại.', simulated: 'mô phỏng' }],
  xi: ['Español', 'es', { title: 'Fairlead está hecho para tu teléfono', why: 'Este servicio limita las ventanas anchas de escritorio. No se pierde nada: tu lugar está guardado.', narrow: 'Continuar en una ventana estrecha', blocked: 'La ventana fue bloqueada. Estrecha esta ventana a menos de 576 px o sigue este enlace:', phone: 'En tu teléfono', open: 'Abre esta dirección:', install: 'Guárdalo en tu pantalla de inicio', ios: 'iPhone: Compartir y luego «Añadir a pantalla de inicio».', android: 'Android: menú y luego «Instalar aplicación».', board: 'Mercados ahora', market: 'Mercado', price: 'Precio', change: '24 h', offline: 'Sin conexión. Reintentando.', simulated: 'simulado' }],
  'zh-cn': ['简体中文', 'zh-Hans', { title: 'Fairlead 为手机而设计', why: '本服务限制宽屏桌面窗口。您所在的位置已保存，不会丢失。', narrow: '在窄窗口中继续', blocked: '窗口被拦截。请将此窗口缩至 576 px 以下，或打开此链接：', phone: '在手机上', open: '打开此地址：', install: '添加到主屏幕', ios: 'iPhone：分享 →“添加到主屏幕”', android: 'Android：菜单 →“安装应用”', board: '当前行情', market: '品种', price: '价格', change: '24 小时', offline: '没有连接，正在重试。', simulated: '模拟' }],
  'zh-tw': ['繁體中文', 'zh-Hant', { title: 'Fairlead 為手機而設計', why: '本服務限制寬螢幕桌面視窗。您所在的位置已保存，不會遺失。', narrow: '在窄視窗中繼續', blocked: '視窗被封鎖。請將此視窗縮至 576 px 以下，或開啟此連結：', phone: '在手機上', open: '開啟此網址：', install: '加入主畫面', ios: 'iPhone：分享 →「加入主畫面」', android: 'Android：選單 →「安裝應用程式」', board: '目前行情', market: '品種', price: '價格', change: '24 小時', offline: '沒有連線，正在重試。', simulated: '模擬' }],
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
}

const languageField = byId('language')
languageField.append(...Object.entries(words).map(([code, [label]]) => new Option(label, code, false, code === language)))
languageField.addEventListener('change', () => {
  language = languageField.value
  try {
    localStorage.setItem('lang', language)
  } catch {}
  speak()
})
speak()

// The way back: only a path of this site, never more.
const left = stored('sessionStorage', 'left-address') ?? ''
const back = /^\/(?![/\\])/.test(left) && !left.startsWith('/pc.html') ? left : '/home'
byId('address').textContent = location.origin + back.split(/[?#]/)[0]
const link = byId('link')
link.href = back
link.textContent = location.origin + back.split(/[?#]/)[0]

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
  const trimmed = (fraction ?? '').replace(/0+$/, '')
  return whole.replace(/\B(?=(\d{3})+$)/g, ',') + (trimmed ? `.${trimmed}` : '')
}
const percent = (rate) => {
  if (rate === null || rate === undefined) return '—'
  const falls = String(rate).startsWith('-')
  const [whole, fraction = ''] = String(rate).replace('-', '').split('.')
  const digits = whole + fraction.padEnd(4, '0').slice(0, 4)
  const text = `${digits.slice(0, -2).replace(/^0+(?=\d)/, '')}.${digits.slice(-2)} %`
  return /[1-9]/.test(text) ? `${falls ? '▼ −' : '▲ +'}${text}` : text
}

async function refresh() {
  const state = byId('state')
  try {
    const reply = await fetch('/api/public/getTicketList', { headers: { lang: language }, signal: AbortSignal.timeout(10_000) })
    const { code, result } = await reply.json()
    if (code !== 200) throw new Error(String(code))
    byId('board').replaceChildren(...result.slice(0, 8).map(row))
    state.textContent = ''
  } catch {
    state.textContent = say('offline')
  }
}

function row(ticker) {
  const cells = [ticker.symbol + (ticker.feedMode === 'SIM' ? ` · ${say('simulated')}` : ''), shown(ticker.currentPrice), percent(ticker.riseRate)]
  const line = document.createElement('tr')
  line.append(
    ...cells.map((text, index) => {
      const cell = document.createElement(index === 0 ? 'th' : 'td')
      if (index === 0) cell.scope = 'row'
      cell.textContent = text
      return cell
    }),
  )
  return line
}

void refresh()
setInterval(() => document.visibilityState === 'visible' && void refresh(), 10_000)
