# docker build -t swealog .
# docker run -d --name swealog -v swealog-data:/data -e TELEGRAM_BOT_TOKEN=123:abc \
#   -v "$PWD/config.yaml:/etc/swealog/config.yaml:ro" swealog
# `docker logs swealog` shows the code that makes you the owner; `docker exec swealog swealog pair` makes another one.
# The chat page in the browser listens on loopback only: to use it, add --network host.

FROM python:3.11-slim AS build
WORKDIR /src
RUN python -m venv /opt/swealog
COPY requirements.txt ./
RUN /opt/swealog/bin/pip install --no-cache-dir --require-hashes -r requirements.txt
COPY pyproject.toml README.md ./
COPY agents agents
COPY bot bot
COPY domains domains
COPY storage storage
COPY telegram_local telegram_local
COPY units units
RUN /opt/swealog/bin/pip install --no-cache-dir --no-deps --no-build-isolation .

FROM python:3.11-slim
RUN useradd --system --uid 10001 --home-dir /data --shell /usr/sbin/nologin swealog \
 && install -d -o swealog -g swealog -m 700 /data \
 && install -d /etc/swealog
COPY --from=build /opt/swealog /opt/swealog
COPY config.example.yaml /etc/swealog/config.yaml
ENV PATH=/opt/swealog/bin:$PATH \
    PYTHONUNBUFFERED=1 \
    SWEALOG_CONFIG=/etc/swealog/config.yaml \
    SWEALOG_DATA_DIR=/data
USER swealog
WORKDIR /data
VOLUME /data
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=60s --timeout=10s --start-period=20s --retries=3 CMD ["swealog", "doctor", "--health"]
ENTRYPOINT ["swealog"]
CMD ["run"]
