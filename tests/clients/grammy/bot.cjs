// A bot of grammY for the conversation in tests/clients/conversation.py: bot.cjs TOKEN ADDRESS [PORT]

const http = require("node:http");
const { Bot, GrammyError, InlineKeyboard, InputFile, Keyboard, webhookCallback } = require("grammy");

const DOT = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
);
const SECRET = "between-us";
const UPDATES = ["message", "edited_message", "callback_query", "inline_query", "message_reaction"];
const [token, address, port] = process.argv.slice(2);

const bot = new Bot(token, {
  client: { apiRoot: address, canUseWebhookReply: (method) => method === "sendMessage" && byReturn },
});
let byReturn = false;

const picture = (name) => new InputFile(DOT, name);
const words = (text, name) => new InputFile(Buffer.from(text), name);

async function download(ctx) {
  const file = await ctx.getFile();
  const answer = await fetch(`${address}/file/bot${token}/${file.file_path}`);
  return Buffer.from(await answer.arrayBuffer());
}

bot.command("start", async (ctx) => {
  await ctx.api.setMyCommands([{ command: "start", description: "Begin" }]);
  const menu = await ctx.api.getMyCommands();
  await ctx.reply(`I am ${ctx.me.username} ${ctx.me.id}, with ${menu.length} command`);
});

bot.command("keyboard", (ctx) =>
  ctx.reply("<b>Ready?</b>", { reply_markup: new InlineKeyboard().text("Go", "go"), parse_mode: "HTML" }),
);

bot.callbackQuery("go", async (ctx) => {
  await ctx.answerCallbackQuery({ text: "Gone", show_alert: true });
  await ctx.editMessageText("<i>Went</i>", { parse_mode: "HTML" });
  try {
    await ctx.editMessageText("<i>Went</i>", { parse_mode: "HTML" });
  } catch (error) {
    if (!(error instanceof GrammyError)) throw error;
    await ctx.reply(error.description);
  }
});

bot.command("ask", (ctx) =>
  ctx.reply("How much?", { reply_markup: { force_reply: true, input_field_placeholder: "80 kg" } }),
);

bot.command("board", (ctx) =>
  ctx.reply("What next?", { reply_markup: new Keyboard().text("Bench").text("Squat").oneTime().resized() }),
);

bot.hears("Bench", (ctx) => ctx.reply("Bench it is", { reply_markup: { remove_keyboard: true } }));

bot.command("album", async (ctx) => {
  const sent = await ctx.replyWithMediaGroup([
    { type: "photo", media: picture("a.png"), caption: "Week" },
    { type: "photo", media: picture("b.png") },
  ]);
  await ctx.reply(`${sent.length} parts, ${new Set(sent.map((one) => one.media_group_id)).size} album`);
});

bot.command("file", async (ctx) => {
  const { document } = await ctx.replyWithDocument(words("date,kg\n", "week.csv"), { caption: "Your week" });
  await ctx.reply(`${document.file_name} ${document.mime_type} ${document.file_size}`);
});

bot.on("message:document", async (ctx) => {
  await ctx.reply(`${ctx.message.document.mime_type} ${await download(ctx)}`);
});

bot.on("message:photo", async (ctx) => {
  await ctx.reply(`${ctx.message.photo.length} size, ${(await download(ctx)).length} bytes`);
});

bot.command("quote", async (ctx) => {
  const about = { message_id: ctx.message.message_id, quote: "heavy" };
  const sent = await ctx.reply("That?", { reply_parameters: about });
  await ctx.reply(`${sent.quote.text} at ${sent.quote.position}`);
});

bot.command("again", async (ctx) => {
  const forwarded = await ctx.forwardMessage(ctx.chat.id);
  const copied = await ctx.copyMessage(ctx.chat.id);
  const several = await ctx.api.copyMessages(ctx.chat.id, ctx.chat.id, [ctx.message.message_id, forwarded.message_id]);
  await ctx.reply(`${forwarded.forward_origin.type} ${copied.message_id - forwarded.message_id} ${several.length}`);
  await ctx.deleteMessages([copied, ...several].map((one) => one.message_id));
});

bot.command("recordings", async (ctx) => {
  await ctx.replyWithChatAction("upload_voice");
  const { audio } = await ctx.replyWithAudio(words("x", "a.mp3"), { duration: 7, title: "Go" });
  const { video } = await ctx.replyWithVideo(words("x", "a.mp4"), { duration: 8 });
  const { voice } = await ctx.replyWithVoice(words("x", "a.ogg"), { duration: 9 });
  const { location } = await ctx.replyWithLocation(48.2, 16.4);
  await ctx.reply(`${audio.duration} ${video.duration} ${voice.duration} ${location.latitude}`);
});

bot.command("media", async (ctx) => {
  const sent = await ctx.replyWithPhoto(picture("a.png"), { caption: "Before" });
  const media = { type: "document", media: words("x", "a.txt"), caption: "After" };
  await ctx.api.editMessageMedia(ctx.chat.id, sent.message_id, media);
  const changed = await ctx.api.editMessageCaption(ctx.chat.id, sent.message_id, { caption: "Later" });
  await ctx.reply(`${changed.document.mime_type} ${changed.caption}`);
});

bot.command("pin", async (ctx) => {
  await ctx.pinChatMessage(ctx.message.message_id);
  const { pinned_message: pinned } = await ctx.getChat();
  await ctx.unpinChatMessage();
  await ctx.unpinAllChatMessages();
  await ctx.reply(`pinned ${pinned.text}`);
});

bot.command("who", async (ctx) => {
  const [owner] = await ctx.getChatAdministrators();
  const count = await ctx.getChatMemberCount();
  const mine = await ctx.getChatMember(ctx.me.id);
  await ctx.reply(`${owner.user.first_name} ${owner.status} ${count} ${mine.status}`);
});

bot.command("burst", async (ctx) => {
  for (let number = 0; number < 6; number += 1) {
    try {
      await ctx.reply(String(number));
    } catch (error) {
      if (!(error instanceof GrammyError) || error.error_code !== 429) throw error;
      await new Promise((resolve) => setTimeout(resolve, error.parameters.retry_after * 1000));
      await ctx.reply(`${number} after a wait`);
    }
  }
});

// In the answer to the webhook, when there is one.
bot.command("back", async (ctx) => {
  byReturn = true;
  await ctx.reply("by return").finally(() => (byReturn = false));
});

bot.on("edited_message", (ctx) =>
  ctx.reply(`Now ${ctx.editedMessage.text}`, { reply_parameters: { message_id: ctx.editedMessage.message_id } }),
);

bot.on("message_reaction", (ctx) => ctx.react("🎉"));

bot.on("inline_query", (ctx) => {
  const { query } = ctx.inlineQuery;
  const content = { message_text: query.toUpperCase() };
  return ctx.answerInlineQuery([{ type: "article", id: "1", title: query, input_message_content: content }]);
});

bot.on("message:text", (ctx) => {
  const asked = ctx.message.reply_to_message?.text;
  if (asked === "How much?") return ctx.reply(`${asked} ${ctx.message.text}`);
  return ctx.reply(`${ctx.message.text} (${ctx.message.via_bot ? "via bot" : "text"})`);
});

bot.catch(({ error }) => {
  console.error(error);
  process.exit(1);
});

process.on("SIGTERM", () => (port ? process.exit(0) : bot.stop()));

async function main() {
  if (!port) return bot.start({ allowed_updates: UPDATES, timeout: 5 });
  const hook = webhookCallback(bot, "http", { secretToken: SECRET });
  await new Promise((resolve) => http.createServer(hook).listen(Number(port), "127.0.0.1", resolve));
  await bot.init();
  await bot.api.setWebhook(`http://127.0.0.1:${port}/hook`, { secret_token: SECRET, allowed_updates: UPDATES });
}

main();
