// Proves one price of the record (product §3.3). Stands alone: nothing of the app, only the public calls and WebCrypto.
import { decidingRecords, differences, orderOf, secondOutcome } from '/verify-second.mjs'

const words = {
  'en-us': ['English', 'en', { title: 'Verify a price', file: 'Or a saved receipt of a second contract', follows: 'The result follows from it', differs: 'The receipt says otherwise', unread: 'This file is no receipt of a second contract.', outcomes: ['', 'won', 'lost', 'tie, stake returned', 'no record, stake returned'], why: 'This page stands alone: it asks our public calls for a proof and computes everything here.', market: 'Market', second: 'Second (Unix time)', verify: 'Verify', script: 'The same as a script for Node, without dependencies', record: 'The record says so', list: 'It stands in the day’s list', signature: 'The list is signed', unsafe: 'This browser can check on secure addresses (https) only.', silent: 'No answer came. Please try again.' }],
  jp: ['日本語', 'ja', { title: '価格を検証する', file: 'または保存したセカンド契約の明細', follows: '結果は記録から導かれます', differs: '明細の内容が異なります', unread: 'このファイルはセカンド契約の明細ではありません。', outcomes: ['', '勝ち', '負け', '同値、賭け金返却', '記録なし、賭け金返却'], why: 'このページは単独で動作します。公開APIから証明を取得し、すべてここで計算します。', market: '銘柄', second: '秒（Unix時間）', verify: '検証する', script: '同じ検証を行うNode用スクリプト（依存なし）', record: '記録にこの価格があります', list: 'その日の一覧に含まれています', signature: '一覧は署名されています', unsafe: '安全なアドレス（https）でのみ検証できます。', silent: '応答がありません。もう一度お試しください。' }],
  ko: ['한국어', 'ko', { title: '가격 검증', file: '또는 저장한 초 단위 계약 영수증', follows: '결과가 기록에서 나옵니다', differs: '영수증의 내용이 다릅니다', unread: '이 파일은 초 단위 계약의 영수증이 아닙니다.', outcomes: ['', '승', '패', '동일, 원금 반환', '기록 없음, 원금 반환'], why: '이 페이지는 독립적으로 작동합니다. 공개 호출에서 증명을 받아 모두 여기에서 계산합니다.', market: '종목', second: '초(Unix 시간)', verify: '검증', script: '같은 일을 하는 Node 스크립트(의존성 없음)', record: '기록에 이 가격이 있습니다', list: '그날의 목록에 들어 있습니다', signature: '목록에 서명이 있습니다', unsafe: '안전한 주소(https)에서만 검증할 수 있습니다.', silent: '응답이 없습니다. 다시 시도하세요.' }],
  mlxy: ['Bahasa Melayu', 'ms', { title: 'Sahkan harga', file: 'Atau resit kontrak saat yang disimpan', follows: 'Keputusan mengikut rekod', differs: 'Resit menyatakan yang lain', unread: 'Fail ini bukan resit kontrak saat.', outcomes: ['', 'menang', 'kalah', 'seri, taruhan dipulangkan', 'tiada rekod, taruhan dipulangkan'], why: 'Halaman ini berdiri sendiri: ia meminta bukti daripada panggilan awam kami dan mengira semuanya di sini.', market: 'Pasaran', second: 'Saat (masa Unix)', verify: 'Sahkan', script: 'Sama, sebagai skrip Node tanpa kebergantungan', record: 'Rekod menyatakan demikian', list: 'Ia ada dalam senarai hari itu', signature: 'Senarai itu ditandatangani', unsafe: 'Pelayar ini hanya boleh menyemak pada alamat selamat (https).', silent: 'Tiada jawapan. Sila cuba lagi.' }],
  tai: ['ไทย', 'th', { title: 'ตรวจสอบราคา', file: 'หรือใบรับของสัญญารายวินาทีที่บันทึกไว้', follows: 'ผลลัพธ์เป็นไปตามบันทึก', differs: 'ใบรับระบุไว้ต่างออกไป', unread: 'ไฟล์นี้ไม่ใช่ใบรับของสัญญารายวินาที', outcomes: ['', 'ชนะ', 'แพ้', 'เสมอ คืนเงินเดิมพัน', 'ไม่มีบันทึก คืนเงินเดิมพัน'], why: 'หน้านี้ทำงานได้ด้วยตัวเอง โดยขอหลักฐานจากบริการสาธารณะของเราและคำนวณทุกอย่างที่นี่', market: 'ตลาด', second: 'วินาที (เวลา Unix)', verify: 'ตรวจสอบ', script: 'แบบเดียวกันเป็นสคริปต์สำหรับ Node ไม่ต้องติดตั้งอย่างอื่น', record: 'บันทึกระบุไว้เช่นนี้', list: 'อยู่ในรายการของวันนั้น', signature: 'รายการมีลายเซ็น', unsafe: 'เบราว์เซอร์นี้ตรวจสอบได้เฉพาะบนที่อยู่ที่ปลอดภัย (https)', silent: 'ไม่มีการตอบกลับ โปรดลองอีกครั้ง' }],
  vl: ['Tiếng Việt', 'vi', { title: 'Xác minh giá', file: 'Hoặc biên nhận hợp đồng giây đã lưu', follows: 'Kết quả suy ra từ bản ghi', differs: 'Biên nhận nói khác', unread: 'Tệp này không phải biên nhận của hợp đồng giây.', outcomes: ['', 'thắng', 'thua', 'hòa, hoàn tiền cược', 'không có bản ghi, hoàn tiền cược'], why: 'Trang này đứng độc lập: nó xin bằng chứng từ các lệnh công khai và tính mọi thứ ngay tại đây.', market: 'Thị trường', second: 'Giây (thời gian Unix)', verify: 'Xác minh', script: 'Cùng việc đó bằng tập lệnh Node, không cần gì thêm', record: 'Bản ghi cho biết như vậy', list: 'Nó có trong danh sách của ngày', signature: 'Danh sách đã được ký', unsafe: 'Trình duyệt chỉ kiểm tra được trên địa chỉ an toàn (https).', silent: 'Không có phản hồi. Vui lòng thử lại.' }],
  xi: ['Español', 'es', { title: 'Verificar un precio', file: 'O un recibo guardado de un contrato de segundos', follows: 'El resultado se deduce del registro', differs: 'El recibo dice otra cosa', unread: 'Este archivo no es un recibo de un contrato de segundos.', outcomes: ['', 'ganado', 'perdido', 'empate, apuesta devuelta', 'sin registro, apuesta devuelta'], why: 'Esta página es independiente: pide una prueba a nuestras llamadas públicas y lo calcula todo aquí.', market: 'Mercado', second: 'Segundo (hora Unix)', verify: 'Verificar', script: 'Lo mismo como script de Node, sin dependencias', record: 'El registro lo dice así', list: 'Está en la lista del día', signature: 'La lista está firmada', unsafe: 'Este navegador solo puede comprobar en direcciones seguras (https).', silent: 'No hubo respuesta. Inténtalo de nuevo.' }],
  'zh-cn': ['简体中文', 'zh-Hans', { title: '验证价格', file: '或已保存的秒合约凭据', follows: '结果由记录得出', differs: '凭据所写不同', unread: '此文件不是秒合约的凭据。', outcomes: ['', '赢', '输', '平，退还本金', '无记录，退还本金'], why: '此页面独立运行：向公开接口请求证明，并在本地完成所有计算。', market: '品种', second: '秒（Unix 时间）', verify: '验证', script: '同样功能的 Node 脚本，无需依赖', record: '价格记录如此', list: '它在当日的列表中', signature: '列表已签名', unsafe: '此浏览器只能在安全地址（https）上验证。', silent: '没有回应，请重试。' }],
  'zh-tw': ['繁體中文', 'zh-Hant', { title: '驗證價格', file: '或已儲存的秒合約憑據', follows: '結果由記錄得出', differs: '憑據所寫不同', unread: '此檔案不是秒合約的憑據。', outcomes: ['', '贏', '輸', '平，退還本金', '無記錄，退還本金'], why: '此頁面獨立運作：向公開介面請求證明，並在本機完成所有計算。', market: '品種', second: '秒（Unix 時間）', verify: '驗證', script: '同樣功能的 Node 指令碼，無需相依套件', record: '價格記錄如此', list: '它在當日的清單中', signature: '清單已簽署', unsafe: '此瀏覽器只能在安全網址（https）上驗證。', silent: '沒有回應，請再試一次。' }],
}

function firstLanguage() {
  try {
    const kept = localStorage.getItem('lang')
    if (words[kept]) return kept
  } catch {}
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
  document.title = `${say('title')} · Fairlead`
  for (const element of document.querySelectorAll('[data-say]')) element.textContent = say(element.dataset.say)
}
const languageField = byId('language')
languageField.append(...Object.entries(words).map(([code, [label]]) => new Option(label, code, false, code === language)))
languageField.addEventListener('change', () => {
  language = languageField.value
  speak()
})
speak()

const bytesOf = (text) => new TextEncoder().encode(text)
const fromHex = (hex) => Uint8Array.from(hex.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16))
const toHex = (bytes) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
const sha256 = async (...parts) => new Uint8Array(await crypto.subtle.digest('SHA-256', Uint8Array.from(parts.flatMap((part) => [...part]))))
const node = (left, right) => sha256([1], left, right)
const half = (value) => Math.floor(value / 2)

/** RFC 9162, 2.1.3.2. */
async function rootOf(leaf, index, size, path) {
  let [hash, at, last] = [await sha256([0], bytesOf(leaf)), index, size - 1]
  for (const other of path.map(fromHex)) {
    if (last === 0) return undefined
    if (at % 2 === 1 || at === last) {
      hash = await node(other, hash)
      while (at % 2 === 0 && at !== 0) [at, last] = [half(at), half(last)]
    } else hash = await node(hash, other)
    ;[at, last] = [half(at), half(last)]
  }
  return last === 0 ? toHex(hash) : undefined
}

async function isSigned(head, keys) {
  const jwk = keys.find((key) => key.kid === head.kid)?.publicKeyJwk
  if (!jwk) return false
  const key = await crypto.subtle.importKey('jwk', jwk, { name: 'ECDSA', namedCurve: 'P-256' }, false, ['verify'])
  const signature = Uint8Array.from(atob(head.sig), (letter) => letter.charCodeAt(0))
  return crypto.subtle.verify({ name: 'ECDSA', hash: 'SHA-256' }, key, signature, bytesOf(`px-sth-v1|${head.day}|${head.treeSize}|${head.root}|${head.ms}`))
}

class Refused extends Error {}
async function ask(name, query = {}) {
  const reply = await fetch(`/api/public/fair/${name}?${new URLSearchParams(query)}`, { headers: { lang: language }, signal: AbortSignal.timeout(20_000) })
  const { code, message, result } = await reply.json()
  if (code !== 200) throw Object.assign(new Refused(message), { code })
  return result
}

const show = (isGood, text) => {
  const line = document.createElement('li')
  line.className = isGood ? 'good' : 'bad'
  line.textContent = text
  byId('ticks').append(line)
}

/** Shows three ticks; gives the proved price, or nothing when one of them is wrong. */
async function prove(symbol, sec) {
  const [{ previous, ...newest }, proof] = await Promise.all([ask('key'), ask('proof', { symbol, sec })])
  const { leaf, leafIndex, treeSize, path, head } = proof
  const isOfIt = leaf.startsWith(`v1|${symbol}|${sec}|`)
  const isListed = treeSize === head.treeSize && (await rootOf(leaf, leafIndex, treeSize, path)) === head.root
  const isTheirs = await isSigned(head, [newest, ...previous])
  show(isOfIt, `${say('record')}: ${leaf}`)
  show(isListed, `${say('list')}: ${head.day}, ${leafIndex + 1} / ${treeSize}`)
  show(isTheirs, `${say('signature')}: ${head.kid}`)
  byId('proof').textContent = JSON.stringify(proof, null, 1)
  byId('proof').hidden = false
  return isOfIt && isListed && isTheirs ? leaf.split('|')[3] : undefined
}

/** Runs one check on an emptied page; what goes wrong is said. */
async function check(work) {
  byId('ticks').replaceChildren()
  byId('proof').hidden = true
  if (!globalThis.crypto?.subtle) return show(false, say('unsafe'))
  try {
    await work()
  } catch (error) {
    show(false, error instanceof Refused ? error.message : say('silent'))
  }
}
const verify = (symbol, sec) => check(() => prove(symbol, sec))

/** Every second that decides a second contract, then its result from the proved prices alone. */
const verifyReceipt = (text) =>
  check(async () => {
    let receipt, order
    try {
      receipt = JSON.parse(text)
      order = orderOf(receipt)
    } catch {
      throw new Refused(say('unread'))
    }
    const records = await decidingRecords(receipt, (sec) => prove(order.symbol, sec))
    const outcome = secondOutcome(order, records)
    const [wrong] = differences(receipt, outcome)
    const words = `${say('outcomes')[outcome.outcome]}, ${order.money} → ${outcome.payout} USDT`
    show(!wrong, wrong ? `${say('differs')}: ${wrong.name} ${wrong.shown} ≠ ${wrong.computed}` : `${say('follows')}: ${words}`)
  })

byId('receipt').addEventListener('change', async ({ target }) => {
  const [file] = target.files
  if (file) void verifyReceipt(await file.text())
})

const asked = new URLSearchParams(location.search)
byId('symbol').value = asked.get('symbol') ?? 'BTCUSDT'
byId('sec').value = asked.get('sec') ?? String(Math.floor(Date.now() / 1000) - 120)
byId('form').addEventListener('submit', (event) => {
  event.preventDefault()
  const [symbol, sec] = [byId('symbol').value.trim(), byId('sec').value.trim()]
  history.replaceState(null, '', `?${new URLSearchParams({ symbol, sec })}`)
  void verify(symbol, sec)
})
if (asked.has('sec')) void verify(byId('symbol').value, byId('sec').value)
