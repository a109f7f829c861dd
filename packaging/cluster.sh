#!/usr/bin/env bash
# A whole site on this machine, for trying (docs/scale.md): PostgreSQL with a synchronous standby, NATS, three nodes of
# Koma and HAProxy before them, all on 127.0.0.1, all in one folder, all gone with Ctrl-C.
#
#   packaging/cluster.sh            # http://127.0.0.1:8080/
#   KOMA=target/release/koma PORT=9000 packaging/cluster.sh
#
# Needs the Debian packages postgresql, nats-server and haproxy. As root it runs PostgreSQL as the user postgres.
set -euo pipefail
koma=$(command -v "${KOMA:-koma}") || { echo "missing: koma (KOMA=path/to/koma)"; exit 1; }
koma=$(realpath "$koma")
port=${PORT:-8080}
PATH=$PATH:/usr/sbin
pg=$(find /usr/lib/postgresql -maxdepth 2 -name bin 2>/dev/null | sort -V | tail -1)
for program in "$pg/initdb" nats-server haproxy; do
    command -v "$program" >/dev/null || { echo "missing: $program"; exit 1; }
done

folder=$(mktemp -d)
as=()
if [ "$(id -u)" -eq 0 ]; then
    as=(runuser -u postgres --)
    chown postgres "$folder"
fi
children=()
stop() {
    trap - EXIT INT TERM
    echo "stopping"
    # Nodes first: they give their games back.
    for child in "${children[@]}"; do kill "$child" 2>/dev/null || true; done
    for child in "${children[@]}"; do wait "$child" 2>/dev/null || true; done
    (cd "$folder" && for data in standby primary; do
        "${as[@]}" "$pg/pg_ctl" -D "$folder/$data" -m immediate stop >/dev/null 2>&1 || true
    done)
    rm -rf "$folder"
}
trap stop EXIT INT TERM

# PostgreSQL: a primary, and a standby that has every commit before it is acknowledged.
(
    cd "$folder"
    "${as[@]}" "$pg/initdb" -D primary -A trust -U postgres >/dev/null
    options="-c listen_addresses='' -c unix_socket_directories='$folder'"
    "${as[@]}" "$pg/pg_ctl" -D "$folder/primary" -w -l "$folder/primary.log" -o "$options -c port=5432" start >/dev/null
    "${as[@]}" "$pg/pg_basebackup" -U postgres -h "$folder" -R -X stream -c fast -D standby
    "${as[@]}" "$pg/pg_ctl" -D "$folder/standby" -w -l "$folder/standby.log" -o "$options -c port=5433" start >/dev/null
    "${as[@]}" "$pg/psql" -qU postgres -h "$folder" -c "ALTER SYSTEM SET synchronous_standby_names = '*'" \
        -c "SELECT pg_reload_conf()" >/dev/null
)
sleep 1

nats-server -a 127.0.0.1 -p $((port + 100)) >"$folder/nats.log" 2>&1 &
children+=($!)

database="postgres://postgres@localhost/postgres?host=$folder"
for node in 1 2 3; do
    "$koma" serve --no-open --port $((port + node)) --data "$folder/node$node" --database "$database" \
        --cluster "nats://127.0.0.1:$((port + 100))" --node "node$node" --behind-proxy 127.0.0.1 \
        >"$folder/node$node.log" 2>&1 &
    children+=($!)
    # The first one makes the tables.
    for _ in $(seq 100); do
        (exec 3<>"/dev/tcp/127.0.0.1/$((port + node))") 2>/dev/null && break
        sleep 0.1
    done
done

sed "s/:8080/:$port/; s/:8081/:$((port + 1))/; s/:8082/:$((port + 2))/; s/:8083/:$((port + 3))/" \
    "$(dirname "$(realpath "$0")")/haproxy.cfg" >"$folder/haproxy.cfg"
haproxy -f "$folder/haproxy.cfg" >"$folder/haproxy.log" 2>&1 &
children+=($!)

echo "Koma is at http://127.0.0.1:$port/ (nodes at $((port + 1)) to $((port + 3)), logs in $folder)"
echo "who owns how much:  psql -U postgres -h $folder -c 'SELECT owner, count(*) FROM shards GROUP BY owner'"
wait
