// Proves one price of the record. Stands alone: nothing of the app, only the public calls and WebCrypto.
import { verifier } from '/verify-record.mjs'
import { checkCommitment, checkSimulated } from '/verify-sim.mjs'
import { decidingRecords, differences, orderOf, secondOutcome } from '/verify-second.mjs'

const words = {
  'en-us': ['English', 'en', { committed: 'The seed was committed to in the signed record', committedElse: 'The seed isn’t the one that the signed record committed to', committedNot: 'The record has prices of that day, and no commitment beside them', committedNone: 'The record has no simulated prices of that day, or they’re no longer kept', seed: 'Follows from the day’s seed', seedLater: 'published after the day, from', seedDiffers: 'Doesn’t follow from the day’s seed', seedWrong: 'the seed isn’t the one that was promised', noBefore: 'the price before it wasn’t found', title: 'Verify a price', file: 'Or a saved receipt of a second contract', follows: 'The result follows from it', differs: 'The receipt says otherwise', unread: 'This file is no receipt of a second contract.', outcomes: ['', 'won', 'lost', 'tie, stake returned', 'no record, stake returned'], why: 'This page stands alone: it asks our public calls for a proof and computes everything here.', market: 'Market', second: 'Second (Unix time)', verify: 'Verify', script: 'The same as a script for Node, without dependencies', record: 'The record says so', list: 'It stands in the day’s list', signature: 'The list is signed', unchanged: 'The list holds unchanged what this browser saw before', days: 'Each day begins with the last fingerprint of the day before', noDays: 'This day does not name the day before', firstKey: 'First check here: this browser remembers the signing key', newKey: 'The signing key changed. Ask why before you trust it', trust: 'Trust the new key', unsafe: 'This browser can check on secure addresses (https) only.', silent: 'No answer came. Please try again.' }],
  jp: ['日本語', 'ja', { committed: 'シードは署名済みの記録で事前に確約されていました', committedElse: 'シードは署名済みの記録で確約されたものと異なります', committedNot: 'その日の記録に価格はありますが、シードのコミットメントがありません', committedNone: 'その日の記録にはシミュレーション価格がないか、もう保存されていません', seed: 'その日のシードから導かれます', seedLater: 'シードの公開は当日終了後', seedDiffers: 'その日のシードから導かれません', seedWrong: 'シードが約束されたものと異なります', noBefore: '直前の価格が見つかりません', title: '価格を検証する', file: 'または保存したセカンド契約の明細', follows: '結果は記録から導かれます', differs: '明細の内容が異なります', unread: 'このファイルはセカンド契約の明細ではありません。', outcomes: ['', '勝ち', '負け', '同値、賭け金返却', '記録なし、賭け金返却'], why: 'このページは単独で動作します。公開APIから証明を取得し、すべてここで計算します。', market: '銘柄', second: '秒（Unix時間）', verify: '検証する', script: '同じ検証を行うNode用スクリプト（依存なし）', record: '記録にこの価格があります', list: 'その日の一覧に含まれています', signature: '一覧は署名されています', unchanged: '一覧は、このブラウザーが以前に見た内容のままです', days: '各日の一覧は前日の最後のハッシュ値から始まっています', noDays: 'この日の一覧には前日のハッシュ値がありません', firstKey: '初めての検証です。署名鍵をこのブラウザーに記憶します', newKey: '署名鍵が変わりました。信頼する前に理由をお問い合わせください', trust: '新しい鍵を信頼する', unsafe: '安全なアドレス（https）でのみ検証できます。', silent: '応答がありません。もう一度お試しください。' }],
  ko: ['한국어', 'ko', { committed: '시드는 서명된 기록에 미리 약속되어 있었습니다', committedElse: '시드가 서명된 기록에서 약속한 것과 다릅니다', committedNot: '그날의 기록에 가격은 있지만 시드의 커밋먼트가 없습니다', committedNone: '그날의 기록에 시뮬레이션 가격이 없거나 더 이상 보관되지 않습니다', seed: '그날의 시드에서 나옵니다', seedLater: '시드는 하루가 끝난 뒤 공개', seedDiffers: '그날의 시드에서 나오지 않습니다', seedWrong: '약속된 시드가 아닙니다', noBefore: '바로 앞의 가격을 찾지 못했습니다', title: '가격 검증', file: '또는 저장한 초 단위 계약 영수증', follows: '결과가 기록에서 나옵니다', differs: '영수증의 내용이 다릅니다', unread: '이 파일은 초 단위 계약의 영수증이 아닙니다.', outcomes: ['', '승', '패', '동일, 원금 반환', '기록 없음, 원금 반환'], why: '이 페이지는 독립적으로 작동합니다. 공개 호출에서 증명을 받아 모두 여기에서 계산합니다.', market: '종목', second: '초(Unix 시간)', verify: '검증', script: '같은 일을 하는 Node 스크립트(의존성 없음)', record: '기록에 이 가격이 있습니다', list: '그날의 목록에 들어 있습니다', signature: '목록에 서명이 있습니다', unchanged: '이 브라우저가 전에 본 내용이 목록에 그대로 있습니다', days: '매일의 목록은 전날의 마지막 지문으로 시작합니다', noDays: '이 날의 목록에는 전날의 지문이 없습니다', firstKey: '첫 검증입니다. 서명 키를 이 브라우저에 기억합니다', newKey: '서명 키가 바뀌었습니다. 신뢰하기 전에 이유를 확인하세요', trust: '새 키 신뢰', unsafe: '안전한 주소(https)에서만 검증할 수 있습니다.', silent: '응답이 없습니다. 다시 시도하세요.' }],
  mlxy: ['Bahasa Melayu', 'ms', { committed: 'Benih itu telah dijanjikan dalam rekod yang ditandatangani', committedElse: 'Benih itu bukan yang dijanjikan dalam rekod yang ditandatangani', committedNot: 'Rekod mempunyai harga hari itu, tetapi tiada komitmen kepada benih', committedNone: 'Rekod tiada harga simulasi hari itu, atau ia tidak lagi disimpan', seed: 'Mengikut benih hari itu', seedLater: 'diterbitkan selepas hari itu, mulai', seedDiffers: 'Tidak mengikut benih hari itu', seedWrong: 'benih itu bukan yang dijanjikan', noBefore: 'harga sebelumnya tidak ditemui', title: 'Sahkan harga', file: 'Atau resit kontrak saat yang disimpan', follows: 'Keputusan mengikut rekod', differs: 'Resit menyatakan yang lain', unread: 'Fail ini bukan resit kontrak saat.', outcomes: ['', 'menang', 'kalah', 'seri, taruhan dipulangkan', 'tiada rekod, taruhan dipulangkan'], why: 'Halaman ini berdiri sendiri: ia meminta bukti daripada panggilan awam kami dan mengira semuanya di sini.', market: 'Pasaran', second: 'Saat (masa Unix)', verify: 'Sahkan', script: 'Sama, sebagai skrip Node tanpa kebergantungan', record: 'Rekod menyatakan demikian', list: 'Ia ada dalam senarai hari itu', signature: 'Senarai itu ditandatangani', unchanged: 'Senarai masih memuatkan apa yang pernah dilihat oleh pelayar ini, tanpa perubahan', days: 'Setiap hari bermula dengan cap jari terakhir hari sebelumnya', noDays: 'Senarai hari ini tidak menyebut hari sebelumnya', firstKey: 'Semakan pertama di sini: pelayar ini mengingati kunci tandatangan', newKey: 'Kunci tandatangan telah bertukar. Tanya sebabnya sebelum mempercayainya', trust: 'Percayai kunci baharu', unsafe: 'Pelayar ini hanya boleh menyemak pada alamat selamat (https).', silent: 'Tiada jawapan. Sila cuba lagi.' }],
  tai: ['ไทย', 'th', { committed: 'ค่าตั้งต้นมีคำมั่นไว้ล่วงหน้าในบันทึกที่มีลายเซ็น', committedElse: 'ค่าตั้งต้นไม่ตรงกับคำมั่นในบันทึกที่มีลายเซ็น', committedNot: 'บันทึกมีราคาของวันนั้น แต่ไม่มีค่าผูกมัดของค่าตั้งต้น', committedNone: 'บันทึกไม่มีราคาจำลองของวันนั้น หรือไม่ได้เก็บไว้แล้ว', seed: 'เป็นไปตามค่าตั้งต้นของวันนั้น', seedLater: 'ค่าตั้งต้นเผยแพร่หลังจบวัน ตั้งแต่', seedDiffers: 'ไม่เป็นไปตามค่าตั้งต้นของวันนั้น', seedWrong: 'ค่าตั้งต้นไม่ตรงกับที่ให้คำมั่นไว้', noBefore: 'ไม่พบราคาก่อนหน้า', title: 'ตรวจสอบราคา', file: 'หรือใบรับของสัญญารายวินาทีที่บันทึกไว้', follows: 'ผลลัพธ์เป็นไปตามบันทึก', differs: 'ใบรับระบุไว้ต่างออกไป', unread: 'ไฟล์นี้ไม่ใช่ใบรับของสัญญารายวินาที', outcomes: ['', 'ชนะ', 'แพ้', 'เสมอ คืนเงินเดิมพัน', 'ไม่มีบันทึก คืนเงินเดิมพัน'], why: 'หน้านี้ทำงานได้ด้วยตัวเอง โดยขอหลักฐานจากบริการสาธารณะของเราและคำนวณทุกอย่างที่นี่', market: 'ตลาด', second: 'วินาที (เวลา Unix)', verify: 'ตรวจสอบ', script: 'แบบเดียวกันเป็นสคริปต์สำหรับ Node ไม่ต้องติดตั้งอย่างอื่น', record: 'บันทึกระบุไว้เช่นนี้', list: 'อยู่ในรายการของวันนั้น', signature: 'รายการมีลายเซ็น', unchanged: 'รายการยังคงตรงกับที่เบราว์เซอร์นี้เคยเห็น', days: 'แต่ละวันเริ่มด้วยลายนิ้วมือสุดท้ายของวันก่อนหน้า', noDays: 'รายการของวันนี้ไม่ได้ระบุวันก่อนหน้า', firstKey: 'ตรวจสอบครั้งแรกที่นี่ เบราว์เซอร์นี้จะจำกุญแจลายเซ็นไว้', newKey: 'กุญแจลายเซ็นเปลี่ยนไป โปรดสอบถามเหตุผลก่อนเชื่อถือ', trust: 'เชื่อถือกุญแจใหม่', unsafe: 'เบราว์เซอร์นี้ตรวจสอบได้เฉพาะบนที่อยู่ที่ปลอดภัย (https)', silent: 'ไม่มีการตอบกลับ โปรดลองอีกครั้ง' }],
  vl: ['Tiếng Việt', 'vi', { committed: 'Hạt giống đã được cam kết trước trong bản ghi có chữ ký', committedElse: 'Hạt giống không phải là hạt mà bản ghi có chữ ký đã cam kết', committedNot: 'Bản ghi có giá của ngày đó nhưng không có cam kết về hạt giống', committedNone: 'Bản ghi không có giá mô phỏng của ngày đó, hoặc không còn được lưu', seed: 'Suy ra từ hạt giống của ngày', seedLater: 'công bố sau khi hết ngày, từ', seedDiffers: 'Không suy ra từ hạt giống của ngày', seedWrong: 'hạt giống không phải là hạt đã cam kết', noBefore: 'không tìm thấy giá ngay trước đó', title: 'Xác minh giá', file: 'Hoặc biên nhận hợp đồng giây đã lưu', follows: 'Kết quả suy ra từ bản ghi', differs: 'Biên nhận nói khác', unread: 'Tệp này không phải biên nhận của hợp đồng giây.', outcomes: ['', 'thắng', 'thua', 'hòa, hoàn tiền cược', 'không có bản ghi, hoàn tiền cược'], why: 'Trang này đứng độc lập: nó xin bằng chứng từ các lệnh công khai và tính mọi thứ ngay tại đây.', market: 'Thị trường', second: 'Giây (thời gian Unix)', verify: 'Xác minh', script: 'Cùng việc đó bằng tập lệnh Node, không cần gì thêm', record: 'Bản ghi cho biết như vậy', list: 'Nó có trong danh sách của ngày', signature: 'Danh sách đã được ký', unchanged: 'Danh sách giữ nguyên những gì trình duyệt này từng thấy', days: 'Mỗi ngày bắt đầu bằng dấu vân tay cuối cùng của ngày trước', noDays: 'Danh sách của ngày này không nêu ngày trước đó', firstKey: 'Lần kiểm tra đầu tiên tại đây: trình duyệt này ghi nhớ khóa ký', newKey: 'Khóa ký đã thay đổi. Hãy hỏi lý do trước khi tin cậy', trust: 'Tin cậy khóa mới', unsafe: 'Trình duyệt chỉ kiểm tra được trên địa chỉ an toàn (https).', silent: 'Không có phản hồi. Vui lòng thử lại.' }],
  xi: ['Español', 'es', { committed: 'El registro firmado ya contenía el compromiso con la semilla', committedElse: 'La semilla no es la del compromiso en el registro firmado', committedNot: 'El registro tiene precios de ese día y ningún compromiso con la semilla', committedNone: 'El registro no tiene precios simulados de ese día, o ya no se conservan', seed: 'Se deduce de la semilla del día', seedLater: 'se publica al terminar el día, desde', seedDiffers: 'No se deduce de la semilla del día', seedWrong: 'la semilla no es la prometida', noBefore: 'no se encontró el precio anterior', title: 'Verificar un precio', file: 'O un recibo guardado de un contrato de segundos', follows: 'El resultado se deduce del registro', differs: 'El recibo dice otra cosa', unread: 'Este archivo no es un recibo de un contrato de segundos.', outcomes: ['', 'ganado', 'perdido', 'empate, apuesta devuelta', 'sin registro, apuesta devuelta'], why: 'Esta página es independiente: pide una prueba a nuestras llamadas públicas y lo calcula todo aquí.', market: 'Mercado', second: 'Segundo (hora Unix)', verify: 'Verificar', script: 'Lo mismo como script de Node, sin dependencias', record: 'El registro lo dice así', list: 'Está en la lista del día', signature: 'La lista está firmada', unchanged: 'La lista conserva sin cambios lo que este navegador vio antes', days: 'Cada día empieza con la última huella del día anterior', noDays: 'La lista de este día no nombra el día anterior', firstKey: 'Primera comprobación aquí: este navegador recuerda la clave de firma', newKey: 'La clave de firma ha cambiado. Pregunta por qué antes de confiar en ella', trust: 'Confiar en la clave nueva', unsafe: 'Este navegador solo puede comprobar en direcciones seguras (https).', silent: 'No hubo respuesta. Inténtalo de nuevo.' }],
  'zh-cn': ['简体中文', 'zh-Hans', { committed: '签名记录中事先有对该种子的承诺', committedElse: '种子与签名记录中承诺的不符', committedNot: '当天的记录有价格，却没有种子的承诺值', committedNone: '当天的记录没有模拟价格，或已不再保存', seed: '由当日种子得出', seedLater: '种子在当日结束后公布，时间', seedDiffers: '不能由当日种子得出', seedWrong: '种子与承诺的不符', noBefore: '未找到前一个价格', title: '验证价格', file: '或已保存的秒合约凭据', follows: '结果由记录得出', differs: '凭据所写不同', unread: '此文件不是秒合约的凭据。', outcomes: ['', '赢', '输', '平，退还本金', '无记录，退还本金'], why: '此页面独立运行：向公开接口请求证明，并在本地完成所有计算。', market: '品种', second: '秒（Unix 时间）', verify: '验证', script: '同样功能的 Node 脚本，无需依赖', record: '价格记录如此', list: '它在当日的列表中', signature: '列表已签名', unchanged: '列表仍包含此浏览器之前见过的内容，没有改动', days: '每天的列表都以前一天的最后指纹开头', noDays: '当天的列表没有写明前一天', firstKey: '首次在此验证：此浏览器记住签名密钥', newKey: '签名密钥已更换。信任之前请先询问原因', trust: '信任新密钥', unsafe: '此浏览器只能在安全地址（https）上验证。', silent: '没有回应，请重试。' }],
  'zh-tw': ['繁體中文', 'zh-Hant', { committed: '已簽署的記錄中事先有對該種子的承諾', committedElse: '種子與已簽署記錄中承諾的不符', committedNot: '當天的記錄有價格，卻沒有種子的承諾值', committedNone: '當天的記錄沒有模擬價格，或已不再保存', seed: '由當日種子得出', seedLater: '種子在當日結束後公布，時間', seedDiffers: '無法由當日種子得出', seedWrong: '種子與承諾的不符', noBefore: '找不到前一個價格', title: '驗證價格', file: '或已儲存的秒合約憑據', follows: '結果由記錄得出', differs: '憑據所寫不同', unread: '此檔案不是秒合約的憑據。', outcomes: ['', '贏', '輸', '平，退還本金', '無記錄，退還本金'], why: '此頁面獨立運作：向公開介面請求證明，並在本機完成所有計算。', market: '品種', second: '秒（Unix 時間）', verify: '驗證', script: '同樣功能的 Node 指令碼，無需相依套件', record: '價格記錄如此', list: '它在當日的清單中', signature: '清單已簽署', unchanged: '清單仍包含此瀏覽器先前見過的內容，沒有更動', days: '每天的清單都以前一天的最後指紋值開頭', noDays: '當天的清單沒有寫明前一天', firstKey: '首次在此驗證：此瀏覽器記住簽章金鑰', newKey: '簽章金鑰已更換。信任之前請先詢問原因', trust: '信任新金鑰', unsafe: '此瀏覽器只能在安全網址（https）上驗證。', silent: '沒有回應，請再試一次。' }],
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

class Refused extends Error {}
async function ask(name, query = {}) {
  const reply = await fetch(`/api/public/fair/${name}?${new URLSearchParams(query)}`, { headers: { lang: language }, signal: AbortSignal.timeout(20_000) })
  const { code, message, result } = await reply.json()
  if (code !== 200) throw Object.assign(new Refused(message), { code })
  return result
}

const marks = { true: 'good', false: 'bad', undefined: 'open' }
const show = (isGood, text) => {
  const line = document.createElement('li')
  line.className = marks[isGood]
  line.textContent = text
  byId('ticks').append(line)
}

/** What this browser remembers of earlier checks: keys, and signed heads by day. */
const seen = () => {
  try {
    return JSON.parse(localStorage.getItem('verify-record') ?? '{}')
  } catch {
    return {}
  }
}
const remember = (what) => {
  try {
    localStorage.setItem('verify-record', JSON.stringify(what))
  } catch {}
}

const told = {
  record: ({ leaf }) => `${say('record')}: ${leaf}`,
  list: ({ leafIndex, treeSize, head }) => `${say('list')}: ${head.day}, ${leafIndex + 1} / ${treeSize}`,
  signature: ({ head }) => `${say('signature')}: ${head.kid}`,
  unchanged: ({ day }) => `${say('unchanged')}: ${day}`,
  days: ({ day, before }) => (before ? `${say('days')}: ${before} → ${day}` : `${say('noDays')}: ${day}`),
  follows: ({ state, line, computed, day, atSec }) =>
    ({
      follows: say('seed'),
      differs: `${say('seedDiffers')}: ${line?.split('|')[3]} ≠ ${computed}`,
      wrongSeed: `${say('seedDiffers')}: ${say('seedWrong')} (${day})`,
      notRevealed: `${say('seed')}: ${say('seedLater')} ${new Date(atSec * 1000).toLocaleString(words[language][1])}`,
      noRecordBefore: `${say('seed')}: ${say('noBefore')}`,
    })[state],
  committed: ({ state, day, before }) => `${say({ stood: 'committed', differs: 'committedElse', missing: 'committedNot', none: 'committedNone' }[state])}: ${before} → ${day}`,
  firstKey: ({ keys }) => `${say('firstKey')}: ${keys.join(', ')}`,
  newKey: ({ added, gone }) => `${say('newKey')}: ${gone.join(', ')} → ${added.join(', ')}`,
}

/** Shows a line for each check. The result's `prove` gives a proved price, or nothing when anything is wrong; `keep` remembers what was seen. */
function proving(acceptsNewKey) {
  let isBad = false
  let proof
  const hear = (what, isGood, about) => {
    if (isGood === false) isBad = true
    if (what === 'record') proof = about
    show(isGood, told[what](about))
    byId('trust').hidden = what === 'newKey' ? isGood !== false : byId('trust').hidden
  }
  const asking = verifier({ ask, say: hear, seen: seen(), acceptsNewKey, checkSimulated, checkCommitment })
  return {
    prove: async (symbol, sec) => {
      const price = await asking.prove(symbol, sec)
      byId('proof').textContent = JSON.stringify(proof, null, 1)
      byId('proof').hidden = false
      return price
    },
    keep: () => isBad || remember(asking.remember()),
  }
}

/** Runs one check on an emptied page; what goes wrong is said. A new key is trusted when the person said so. */
let again
async function check(work, acceptsNewKey = false) {
  again = () => check(work, true)
  byId('ticks').replaceChildren()
  byId('trust').hidden = true
  byId('proof').hidden = true
  if (!globalThis.crypto?.subtle) return show(false, say('unsafe'))
  try {
    const { prove, keep } = proving(acceptsNewKey)
    await work(prove)
    keep()
  } catch (error) {
    show(false, error instanceof Refused || /^an answer that cannot be read/.test(error.message) ? error.message : say('silent'))
  }
}
const verify = (symbol, sec) => check((prove) => prove(symbol, sec))
byId('trust').addEventListener('click', () => void again())

/** Every second that decides a second contract, then its result from the proved prices alone. */
const verifyReceipt = (text) =>
  check(async (prove) => {
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
