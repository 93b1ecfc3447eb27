"""How replies leave: rows first, then sent in order per chat until Telegram took or refused them."""
