"""OpenStack Swift with its S3 interface as one process on loopback: for tests, and nothing else.

usage: swift-server.py FOLDER PORT USER SECRET; prints the port once it listens, and ends with the
process that started it. The id of the key is "test:" and the user.
"""
import os
import sys

import eventlet
eventlet.monkey_patch()
from eventlet import listen, wsgi
from paste.deploy import loadapp
from swift.common import utils

folder, port, user, secret = sys.argv[1:5]
parent = os.getppid()
utils.SWIFT_CONF_FILE = os.path.join(folder, 'swift.conf')
utils.HASH_PATH_SUFFIX = b'kenny-test'
# It reads the two lines above.
from swift.common.ring import RingBuilder

disks = os.path.join(folder, 'disks')
os.makedirs(os.path.join(disks, 'one'), exist_ok=True)
KINDS = ('account', 'container', 'object')
sockets = {kind: listen(('127.0.0.1', 0)) for kind in KINDS}
sockets['proxy'] = listen(('127.0.0.1', int(port)))
for kind in KINDS:
    ring = RingBuilder(4, 1, 0)
    ring.add_dev({'id': 0, 'region': 1, 'zone': 1, 'ip': '127.0.0.1', 'device': 'one', 'weight': 1,
                  'port': sockets[kind].getsockname()[1], 'meta': ''})
    ring.rebalance()
    ring.get_ring().save(os.path.join(folder, kind + '.ring.gz'))

COMMON = f"""[DEFAULT]
swift_dir = {folder}
devices = {disks}
mount_check = false
disable_fallocate = true
log_level = WARNING
"""
CONFS = {kind: COMMON + f"""
[pipeline:main]
pipeline = {kind}-server
[app:{kind}-server]
use = egg:swift#{kind}
""" for kind in KINDS}
CONFS['proxy'] = COMMON + f"""
[pipeline:main]
pipeline = catch_errors gatekeeper listing_formats s3api tempauth bulk slo proxy-server
[app:proxy-server]
use = egg:swift#proxy
account_autocreate = true
[filter:catch_errors]
use = egg:swift#catch_errors
[filter:gatekeeper]
use = egg:swift#gatekeeper
[filter:listing_formats]
use = egg:swift#listing_formats
[filter:bulk]
use = egg:swift#bulk
[filter:slo]
use = egg:swift#slo
[filter:s3api]
use = egg:swift#s3api
[filter:tempauth]
use = egg:swift#tempauth
user_test_{user} = {secret} .admin
"""


class Cache:
    """What Swift keeps in memcached: who has logged in."""
    def __init__(self):
        self.values = {}
    def get(self, key, **_):
        return self.values.get(key)
    def set(self, key, value, **_):
        self.values[key] = value
    def delete(self, key, **_):
        self.values.pop(key, None)
    def incr(self, key, delta=1, **_):
        self.values[key] = int(self.values.get(key, 0)) + delta
        return self.values[key]


def cached(app, cache):
    return lambda env, start: app({**env, 'swift.cache': cache}, start)


quiet = open(os.devnull, 'w')
for kind, text in CONFS.items():
    conf = os.path.join(folder, kind + '.conf')
    with open(conf, 'w') as file:
        file.write(text)
    app = loadapp('config:' + conf, global_conf={'here': folder, '__file__': conf, 'log_name': kind})
    if kind == 'proxy':
        app = cached(app, Cache())
    eventlet.spawn(wsgi.server, sockets[kind], app, log=quiet, log_output=False)
print(sockets['proxy'].getsockname()[1], flush=True)
while os.getppid() == parent:
    eventlet.sleep(1)
os._exit(0)
